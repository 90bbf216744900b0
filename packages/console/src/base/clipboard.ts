/** Whether the text is on the clipboard now; a plain http address has none. */
export const copyText = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return false;
  await navigator.clipboard.writeText(text);
  return true;
};
