/** The page of one's own reviews, and that of one of them. */
export const myReviews = '/review/myTask';
export const reviewSheet = `${myReviews}/sheet`;

/** The page that the link of an expert from outside opens. */
export const externalPath = '/r';
