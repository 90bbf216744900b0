/** Part of the project with rules about imports. */
export interface Floor {
  readonly name: string;
  /** Pattern of its files; the first floor whose pattern matches a path applies. */
  readonly files: RegExp;
  /** Floors that it may import, besides itself. */
  readonly imports: readonly string[];
  /** True if modules of Node are allowed; false for code that also runs in a browser. */
  readonly node: boolean;
}

/** Pattern of test files, which may import all sides of their package, and test tools. */
const testFiles = String.raw`(\.test|/testing)\.tsx?$`;

/**
 * Floors of docs/architecture.md, most specific pattern first: kernel ← engine | console ← product
 * ← apps, and the three sides inside product.
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

/**
 * Returns the floor of a path. Test kits inside a package may be imported by tests and other kits
 * only.
 */
export const floorOf = (path: string): Floor | undefined =>
  floors.find((floor) => floor.files.test(path));

/** Floors that must not use words of the product in names or texts. */
export const wordless: ReadonlySet<string> = new Set(['kernel', 'engine', 'console']);

/**
 * Words that only packages/product may use. English ones are compared with each word of an
 * identifier or text (`paperList` contains `paper`), Chinese ones anywhere in a text.
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

/** Patterns of texts about a single machine, which must not be committed. */
export const machineTexts: readonly RegExp[] = [
  /(?<![\w.:/-])\/(?:home|Users|root)\/[\w.-]+/,
  /\b[A-Z]:\\Users\\/,
  /\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?:\.\d{1,3})?\b(?=[:/])/,
  /https?:\/\/(?!registry\.npmjs\.org)[\w.-]*registry[\w.-]*\//,
];
