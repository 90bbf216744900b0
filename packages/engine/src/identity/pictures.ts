const name = 'keyan-pictures';

/**
 * Returns the cookie that authorises an `<img>`, for which browsers send no header. Its token opens pictures and files
 * for reading, nothing else, and is valid as long as the access token.
 */
export const pictureCookie = (token: string, seconds: number): string =>
  `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;

/** Returns the token among these cookies. */
export const pictureToken = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split(/;\s*/)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
