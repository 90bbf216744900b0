/** Page on which people find records that may be theirs. */
export const claimPage = '/achievement/papersClaim';
/** Page on which people find their claims. */
export const claimRecordPage = '/achievement/papersClaimRecord';
/** The call that takes the word of somebody whose paper it is not. */
export const answerClaimCall = '/kh-edu-research/collectionThesis/answer';
