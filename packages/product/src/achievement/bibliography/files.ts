import type { ImportFiles } from '@keyan/kernel/definition/page/import-files.ts';

/** File formats of bibliographic databases and reference managers, for definitions with import of references. */
export const bibliographyFiles: ImportFiles = {
  label: [
    '题录文件（BibTeX、RIS、EndNote、NoteExpress、知网、万方、CSSCI、PubMed、Web of Science、Scopus、CSL-JSON、Zotero）',
    'a file of references (BibTeX, RIS, EndNote, NoteExpress, CNKI, Wanfang, CSSCI, PubMed, Web of Science, Scopus, CSL-JSON, Zotero)',
  ],
  extensions: [
    '.bib',
    '.ris',
    '.txt',
    '.enw',
    '.net',
    '.ciw',
    '.isi',
    '.nbib',
    '.xml',
    '.rdf',
    '.csv',
    '.json',
  ],
};
