/** A file as text: exports are UTF-8 or, from older Chinese systems, GB18030. */
export const readText = async (file: Pick<Blob, 'arrayBuffer'>): Promise<string> => {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
};
