/** Path of the page of one’s own reviews; `reviewSheet` is the path of one review. */
export const myReviews = '/review/myTask';
export const reviewSheet = `${myReviews}/sheet`;

/** Address of the sheet of a review task. */
export const sheetOf = (id: string): string => `${reviewSheet}?id=${id}`;

/** Path that an external expert’s link opens. */
export const externalPath = '/r';
