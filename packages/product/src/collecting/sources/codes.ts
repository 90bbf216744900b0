/** Codes of sources; each selects the parser of responses. */
export const sources = {
  crossref: 'crossref',
  openalex: 'openalex',
  datacite: 'datacite',
  arxiv: 'arxiv',
  orcid: 'orcid',
  oai: 'oai',
  feed: 'feed',
  file: 'file',
  retractions: 'retractions',
  template: 'template',
} as const;

export type SourceCode = (typeof sources)[keyof typeof sources];

/** Codes of the dictionary `spiderPageType`. */
export const pageTypeCodes = { list: '1', detail: '2' } as const;
