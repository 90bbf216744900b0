/** Most records that one import takes. */
export const maxImportRows = 5000;
