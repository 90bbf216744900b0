/** Keywords of a text in normalised spelling, with any separator. */
export const keywordsOfText = (text: string | null): ReadonlySet<string> =>
  new Set(
    (text ?? '')
      .normalize('NFKC')
      .toLowerCase()
      .split(/[;,、]/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );

/** Subjects of an expert or a record. */
export interface Discipline {
  /** Codes of GB/T 13745: three digits for the first level, five for the second. */
  readonly subjects: readonly string[];
  readonly keywords: ReadonlySet<string>;
}

/** Class of a discipline by the first digit of its code: 1 to 7, and 8 or 9. */
const classOf = (code: string): string => {
  const first = Number(code.slice(0, 1));
  if (first <= 1) return 'A';
  if (first === 2) return 'B';
  if (first === 3) return 'C';
  return first <= 6 ? 'D' : 'E';
};

/** Proximity of two disciplines: 3 for the same second level, 2 for the first, 1 for the class. */
const nearness = (one: string, other: string): number => {
  if (one.slice(0, 5) === other.slice(0, 5) && one.length >= 5) return 3;
  if (one.slice(0, 3) === other.slice(0, 3)) return 2;
  return classOf(one) === classOf(other) ? 1 : 0;
};

/**
 * Maximum number of disciplines of an expert that count, and maximum points for keywords
 * (`maxKeywordPoints`).
 */
const maxCountedSubjects = 3;
const maxKeywordPoints = 3;

/** Maximum points of a match. */
export const maxFitPoints = 6;

/**
 * Points of an expert for a record: proximity of the nearest of up to three disciplines,
 * plus a point per common keyword up to three. Expert 52040, 41340 「图神经网络；知识图谱」 and
 * record 52040 「图神经网络；电子病历；语义检索」: 3 + 1 = 4.
 */
export const fitPointsOf = (expert: Discipline, record: Discipline): number => {
  const near = expert.subjects
    .slice(0, maxCountedSubjects)
    .flatMap((one) => record.subjects.map((other) => nearness(one, other)));
  const common = [...record.keywords].filter((word) => expert.keywords.has(word)).length;
  return Math.max(0, ...near) + Math.min(maxKeywordPoints, common);
};

/** Panel with the disciplines that it judges. */
export interface DisciplinePanel {
  readonly groupName: string | null;
  readonly subjects: readonly string[] | null;
}

/** Record with its discipline and chosen panel. */
interface DisciplinedRecord {
  /** Panel chosen by the office; null if none. */
  readonly groupName: string | null;
  readonly subject: string | null;
}

/**
 * Number of matching digits between panel and discipline; 0 for a panel without disciplines; null
 * if the panel does not judge the discipline.
 */
const covered = ({ subjects }: DisciplinePanel, subject: string | null): number | null => {
  if ((subjects ?? []).length === 0) return 0;
  const matching = (subjects ?? []).filter((code) => subject?.startsWith(code));
  return matching.length === 0 ? null : Math.max(...matching.map(({ length }) => length));
};

/**
 * Panel of a record: chosen by the office, otherwise the most specific match, otherwise a panel
 * without disciplines; undefined if none or several match equally.
 */
export const expertPanelFor = (
  panels: readonly DisciplinePanel[],
  record: DisciplinedRecord,
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
