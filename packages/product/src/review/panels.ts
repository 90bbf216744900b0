/** A panel of a review, as far as it matters which records it judges. */
export interface Panel {
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
const covered = ({ subjects }: Panel, subject: string | null): number | null => {
  if ((subjects ?? []).length === 0) return 0;
  const matching = (subjects ?? []).filter((code) => subject?.startsWith(code));
  return matching.length === 0 ? null : Math.max(...matching.map(({ length }) => length));
};

/**
 * The panel that judges a record: the one that the office named, else the one whose disciplines hold its own most closely,
 * else the one without disciplines. Undefined where none does, or several alike: the office has to say.
 */
export const panelFor = (panels: readonly Panel[], record: Placed): string | undefined => {
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
