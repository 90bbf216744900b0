/** Path of the page that lists records which may belong to the user. */
export const claimPage = '/achievement/papersClaim';
/** Path of the page with the user's claims. */
export const claimRecordPage = '/achievement/papersClaimRecord';
/** Path of the call with which a person states that a paper is not theirs. */
export const answerClaimCall = '/kh-edu-research/collectionThesis/answer';
