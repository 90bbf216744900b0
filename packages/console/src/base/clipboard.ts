/**
 * Copies the text to the clipboard. Returns false if copying failed, for example on an address
 * without TLS.
 */
export const copyText = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return false;
  await navigator.clipboard.writeText(text);
  return true;
};
