/** Page of 部门缺项. */
export const missingPath = '/mywork/missing';

/** Page of 待我补全. */
export const ownMissingPath = '/mywork/mymissing';
