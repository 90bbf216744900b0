/** The page of one's own reviews, and that of one of them. */
export const myReviews = '/review/myTask';
export const reviewSheet = `${myReviews}/sheet`;

/** The address of the sheet on which an expert fills in a review. */
export const sheetOf = (id: string): string => `${reviewSheet}?id=${id}`;

/** The page that the link of an expert from outside opens. */
export const externalPath = '/r';
