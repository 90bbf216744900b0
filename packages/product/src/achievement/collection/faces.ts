import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { releaseStatus } from '../../project/common/dictionaries.ts';
import { doi, issn, normaliseDoi } from '../../shared/formats/formats.ts';
import { indexType } from '../common/dictionaries.ts';
import { claimCodes, claimStatus } from './dictionaries.ts';

/** Fields of a collected record that its claims show. */
export const collectedFace = face('collectionThesis', ['收录论文库', 'Collected papers'], {
  title: f.text(['题目', 'Title']).requiredInDraft().max(500).searchable(),
  authorsText: f.text(['作者原文', 'Authors (raw)']).required().max(2000).searchable('names'),
  source: f.text(['来源出版物', 'Source']).required().max(200).searchable(),
  issn: f.text(['ISSN', 'ISSN']).max(9).format(issn),
  doi: f.text(['DOI', 'DOI']).max(120).format(doi).unique(normaliseDoi).searchable(),
  publishYear: f
    .year(['发表年', 'Year'])
    .required()
    .specimen((draw) => draw.int(2015, 2026)),
  volume: f.text(['卷', 'Volume']).max(20),
  issue: f.text(['期', 'Issue']).max(20),
  pages: f.text(['页码', 'Pages']).max(50),
  indexType: f.dict(['收录库', 'Database'], indexType).required(),
  accessionNum: f.text(['入藏号', 'Accession no.']).max(50).unique(),
  docType: f.text(['文献类型', 'Document type']).max(50),
  status: f.dict(['发布状态', 'Released'], releaseStatus).computed().initial('0'),
  claimStatus: f
    .dict(['认领状态', 'Claim status'], claimStatus)
    .computed()
    .initial(claimCodes.open),
});
