/** Permission code to view the pages of other people as they see them. */
export const impersonateCode = 'user_impersonate';
