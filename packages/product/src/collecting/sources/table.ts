import { arxiv } from './arxiv.ts';
import type { SourceCode } from './codes.ts';
import { crossref } from './crossref.ts';
import { datacite } from './datacite.ts';
import { feed } from './feed.ts';
import { file, retractions } from './files.ts';
import { oai } from './oai.ts';
import { openalex } from './openalex.ts';
import { orcid } from './orcid.ts';
import type { Source } from './source.ts';
import { template } from './template.ts';

/** Every source by its code in the dictionary `spiderSource`. */
export const sourceTable: Readonly<Record<SourceCode, Source>> = {
  crossref,
  openalex,
  datacite,
  arxiv,
  orcid,
  oai,
  feed,
  file,
  retractions,
  template,
};
