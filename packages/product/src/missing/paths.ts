/** Path of the page 部门缺项. */
export const missingPath = '/mywork/missing';

/** Path of the page 待我补全. */
export const ownMissingPath = '/mywork/mymissing';
