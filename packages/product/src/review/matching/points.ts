/** The keywords of a text, however they are parted, in one spelling. */
export const keywordsOfText = (text: string | null): ReadonlySet<string> =>
  new Set(
    (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .split(/[;,、]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );

/** Subject that an expert knows, or that a record is about. */
export interface Discipline {
  /** Codes of GB/T 13745: three digits of a first level, five of a second. */
  readonly subjects: readonly string[];
  readonly keywords: ReadonlySet<string>;
}

/** The five classes of the national standard by their first digit: 1 to 7 and 8, 9. */
const classOf = (code: string): string => {
  const first = Number(code.slice(0, 1));
  if (first <= 1) return 'A';
  if (first === 2) return 'B';
  if (first === 3) return 'C';
  return first <= 6 ? 'D' : 'E';
};

/** How near two disciplines are: 3 the same of the second level, 2 of the first, 1 the same class. */
const nearness = (one: string, other: string): number => {
  if (one.slice(0, 5) === other.slice(0, 5) && one.length >= 5) return 3;
  if (one.slice(0, 3) === other.slice(0, 3)) return 2;
  return classOf(one) === classOf(other) ? 1 : 0;
};

/** Most disciplines of an expert that count, and most points of keywords. */
const mostSubjects = 3;
const mostWords = 3;

/** The points of a perfect match. */
export const maxFitPoints = 6;

/**
 * how well an expert fits a record: the nearest of up to three disciplines, and a point for each common keyword up to
 * three. Expert 52040, 41340 「图神经网络；知识图谱」 and record 52040 「图神经网络；电子病历；语义检索」: 3 + 1 = 4.
 */
export const fitPointsOf = (expert: Discipline, record: Discipline): number => {
  const near = expert.subjects
    .slice(0, mostSubjects)
    .flatMap((one) => record.subjects.map((other) => nearness(one, other)));
  const common = [...record.keywords].filter((word) => expert.keywords.has(word)).length;
  return Math.max(0, ...near) + Math.min(mostWords, common);
};

/** A panel of a review, as far as it matters which records it judges. */
export interface DisciplinePanel {
  readonly groupName: string | null;
  readonly subjects: readonly string[] | null;
}

/** The record, as far as it matters which panel judges it. */
interface Placed {
  /** The panel that the office named. */
  readonly groupName: string | null;
  readonly subject: string | null;
}

/** How many digits of the discipline the panel covers; 0 where it takes the rest. Null where it does not take it. */
const covered = ({ subjects }: DisciplinePanel, subject: string | null): number | null => {
  if ((subjects ?? []).length === 0) return 0;
  const matching = (subjects ?? []).filter((code) => subject?.startsWith(code));
  return matching.length === 0 ? null : Math.max(...matching.map(({ length }) => length));
};

/**
 * The panel that judges a record: the one that the office named, else the one whose disciplines hold its own most closely,
 * else the one without disciplines. Undefined where none does, or several alike: the office has to say.
 */
export const expertPanelFor = (
  panels: readonly DisciplinePanel[],
  record: Placed,
): string | undefined => {
  if (panels.some(({ groupName }) => groupName === record.groupName && groupName !== null)) {
    return record.groupName ?? undefined;
  }
  const found = panels
    .map((panel) => ({ name: panel.groupName ?? '', digits: covered(panel, record.subject) }))
    .filter((one): one is { name: string; digits: number } => one.digits !== null);
  const most = Math.max(...found.map(({ digits }) => digits));
  const nearest = found.filter(({ digits }) => digits === most);
  return nearest.length === 1 ? nearest[0]?.name : undefined;
};
