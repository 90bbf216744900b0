/** Copies the text; false where it failed, as on an address without TLS. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return false;
  await navigator.clipboard.writeText(text);
  return true;
};
