/** Maximum number of records of one import. */
export const maxImportRows = 5000;
