/** Escapes a text for use between tags or in quoted attributes of HTML, SVG and XML, with numeric references. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
