import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const bookAuthorType = dictionary(
  'bookAuthorType',
  ['著作署名方式', 'Author role (books)'],
  [
    ['01', '独著', 'Sole author'],
    ['02', '合著（第一）', 'Co-author (first)'],
    ['03', '合著（参与）', 'Co-author'],
    ['04', '主编', 'Chief editor'],
    ['05', '副主编', 'Deputy editor'],
    ['06', '参编', 'Contributor'],
    ['07', '独译', 'Sole translator'],
    ['08', '合译', 'Co-translator'],
    ['09', '主审', 'Chief reviewer'],
    ['10', '整理/点校', 'Collator'],
  ],
);

export const bookType = dictionary(
  'bookType',
  ['著作类别', 'Book type'],
  [
    ['01', '学术专著', 'Monograph'],
    ['02', '编著', 'Compiled work'],
    ['03', '教材', 'Textbook'],
    ['04', '译著', 'Translation'],
    ['05', '工具书（参考书）', 'Reference'],
    ['06', '古籍整理', 'Collation of ancient books'],
    ['07', '皮书（发展报告）', 'Blue book'],
    ['08', '科普读物', 'Popular science'],
    ['09', '论文集', 'Collected papers'],
    ['10', '文艺作品集', 'Literary collection'],
    ['11', '电子出版物', 'Electronic'],
    ['99', '其他', 'Other'],
  ],
);

export const pressLevel = dictionary(
  'pressLevel',
  ['出版社级别', 'Publisher level'],
  [
    ['01', '国家级（权威）出版社', 'National'],
    ['02', '一般出版社', 'General'],
    ['03', '境外出版社', 'Overseas'],
  ],
);
