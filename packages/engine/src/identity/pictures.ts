const name = 'keyan-pictures';

/**
 * The cookie by which an `<img>` is answered: browsers send no header with it. It carries a token of
 * its own kind that opens pictures and files for reading, nothing else, and only for as long as the
 * access token beside it.
 */
export const pictureCookie = (token: string, seconds: number): string =>
  `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;

/** The token among these cookies. */
export const pictureToken = (cookies: string | undefined): string | undefined =>
  cookies
    ?.split(/;\s*/)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);
