import { face } from '@keyan/kernel/definition/field/field.ts';

/** Faces of the resources of collection, which reference each other. */
export const site = face('spiderSite', ['采集站点', 'Crawler site']);
export const subject = face('spiderSubject', ['采集主题', 'Crawl subject']);
export const job = face('spiderJob', ['采集任务', 'Crawl job']);
export const proxy = face('spiderProxy', ['代理', 'Proxy']);
export const userAgent = face('spiderUa', ['User-Agent', 'User agent']);
export const runLog = face('spiderLog', ['运行日志', 'Run log']);
export const collectedThesis = face('collectionThesis', ['收录论文库', 'Collected papers']);
export const registeredPaper = face('papersapp', ['论文', 'Paper']);
