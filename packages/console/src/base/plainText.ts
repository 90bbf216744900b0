/** The words of a formatted text, on one line. The document that reads it runs and loads nothing. */
export const plainTextOf = (html: string): string =>
  new DOMParser()
    .parseFromString(html, 'text/html')
    .body.textContent?.replace(/\s+/g, ' ')
    .trim() ?? '';
