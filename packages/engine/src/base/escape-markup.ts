/** A text as it stands between tags or quotes of HTML, SVG and XML: numeric references serve all three. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
