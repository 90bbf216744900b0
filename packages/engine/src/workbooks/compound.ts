const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** A file of Office before 2007, or one that is encrypted. */
export const isCompound = (content: Buffer): boolean => content.subarray(0, 8).equals(compound);
