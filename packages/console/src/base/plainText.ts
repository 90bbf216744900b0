/**
 * Returns the text of the HTML on one line. The parsed document runs no script and loads nothing.
 */
export const plainTextOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html, 'text/html')
    .body.textContent?.replace(/\s+/g, ' ')
    .trim() ?? '';
