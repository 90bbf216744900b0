/** A part of the project with its own right to import. */
export interface Floor {
  readonly name: string;
  /** Files of the floor: the first floor whose pattern matches a path has it. */
  readonly files: RegExp;
  /** Floors that it may import. Its own is always allowed. */
  readonly imports: readonly string[];
  /** Modules of Node allowed: false where the code also runs in a browser. */
  readonly node: boolean;
}

/** Tests may look at everything that their package's sides may, and at their tools. */
const testFiles = String.raw`(\.test|/testing)\.tsx?$`;

/**
 * The floors of docs/architecture.md, tightest pattern first:
 * kernel ← engine | console ← product ← apps, and the three sides inside product.
 */
export const floors: readonly Floor[] = [
  {
    name: 'test',
    files: new RegExp(`^(packages|apps)/.*(${testFiles}|/testing/)`),
    imports: [
      'kernel',
      'engine',
      'console',
      'product',
      'product.server',
      'product.web',
      'api',
      'web',
    ],
    node: true,
  },
  { name: 'kernel', files: /^packages\/kernel\/src\//, imports: [], node: false },
  { name: 'engine', files: /^packages\/engine\/src\//, imports: ['kernel'], node: true },
  { name: 'console', files: /^packages\/console\/src\//, imports: ['kernel'], node: false },
  {
    name: 'product.server',
    files: /^packages\/product\/src\/.*\.server\.ts$/,
    imports: ['kernel', 'engine', 'product'],
    node: true,
  },
  {
    name: 'product.web',
    files: /^packages\/product\/src\/.*\.(web\.tsx?|tsx)$/,
    imports: ['kernel', 'console', 'product'],
    node: false,
  },
  { name: 'product', files: /^packages\/product\/src\//, imports: ['kernel'], node: false },
  {
    name: 'api',
    files: /^apps\/api\/src\//,
    imports: ['kernel', 'engine', 'product', 'product.server'],
    node: true,
  },
  {
    name: 'web',
    files: /^apps\/web\/src\//,
    imports: ['kernel', 'console', 'product', 'product.web'],
    node: false,
  },
  {
    name: 'tools',
    files: /^(laws|e2e|bench|scripts|apps\/web|vitest\.config\.ts)/,
    imports: [
      'kernel',
      'engine',
      'console',
      'product',
      'product.server',
      'product.web',
      'api',
      'test',
    ],
    node: true,
  },
];

/** Test kits inside a package may be imported by tests and by other kits only. */
export const floorOf = (path: string): Floor | undefined =>
  floors.find((floor) => floor.files.test(path));

/** Floors that know nothing of a university: no product word in a name or a text. */
export const wordless: ReadonlySet<string> = new Set(['kernel', 'engine', 'console']);

/**
 * Words that only packages/product may say. English ones are compared with each word of an
 * identifier or text (`paperList` has `paper`), Chinese ones anywhere in a text.
 */
export const productWords: readonly string[] = [
  'paper',
  'papers',
  'papersapp',
  'thesis',
  'monograph',
  'patent',
  'journal',
  'teacher',
  'professor',
  'researcher',
  'secretary',
  'faculty',
  'university',
  'achievement',
  '论文',
  '著作',
  '专利',
  '期刊',
  '教师',
  '教授',
  '秘书',
  '院系',
  '学院',
  '高校',
  '大学',
  '科研处',
  '成果',
];

/** Texts that belong to one machine and never into the project. */
export const machineTexts: readonly RegExp[] = [
  /(?<![\w.:/-])\/(?:home|Users|root)\/[\w.-]+/,
  /\b[A-Z]:\\Users\\/,
  /\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?:\.\d{1,3})?\b(?=[:/])/,
  /https?:\/\/(?!registry\.npmjs\.org)[\w.-]*registry[\w.-]*\//,
];
