import { arxivSource } from './arxiv.ts';
import type { SourceCode } from './codes.ts';
import { crossrefSource } from './crossref.ts';
import { dataciteSource } from './datacite.ts';
import { feedSource } from './feed.ts';
import { fileSource, retractionsSource } from './files.ts';
import { oaiSource } from './oai.ts';
import { openalexSource } from './openalex.ts';
import { orcidSource } from './orcid.ts';
import type { CollectingSource } from './source.ts';
import { templateSource } from './template.ts';

/** Sources by code of the dictionary `spiderSource`. */
export const sourceTable: Readonly<Record<SourceCode, CollectingSource>> = {
  crossref: crossrefSource,
  openalex: openalexSource,
  datacite: dataciteSource,
  arxiv: arxivSource,
  orcid: orcidSource,
  oai: oaiSource,
  feed: feedSource,
  file: fileSource,
  retractions: retractionsSource,
  template: templateSource,
};
