const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** True for an Office file before 2007, or an encrypted one. */
export const isCompound = (content: Buffer): boolean => content.subarray(0, 8).equals(compound);
