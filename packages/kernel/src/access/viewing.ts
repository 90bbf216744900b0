/** Holders of this code look at the pages of others, as those see them. */
export const impersonateCode = 'user_impersonate';
