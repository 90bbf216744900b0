/** Registered output that names the project of a check or conclusion. */
export interface RegisteredOutput {
  readonly bizType: string;
  readonly id: string;
  readonly title: string;
  readonly isMarked: boolean;
  readonly isRetracted: boolean;
}

interface ResultLine {
  readonly bizType: string | null;
  readonly bizId: string | null;
  readonly title: string | null;
  readonly isMarked: string | null;
  readonly isRegistered: string | null;
}

/** Normalised title for comparison: without width, case and spaces. */
const plain = (title: string | null): string =>
  (title ?? '').normalize('NFKC').toLowerCase().replace(/\s/g, '');

/**
 * Results completed from the library: a chosen output, or a typed one with equal type and title,
 * gets the registered title and acknowledgement. Retracted outputs do not count.
 */
export const resultsFromLibrary = <L extends ResultLine>(
  lines: readonly L[],
  registered: readonly RegisteredOutput[],
): readonly L[] =>
  lines.map((line) => {
    const found = registered.find(
      ({ bizType, id, title }) =>
        bizType === line.bizType &&
        (line.bizId ? id === line.bizId : plain(title) === plain(line.title)),
    );
    return found
      ? {
          ...line,
          bizId: found.id,
          title: found.title,
          isMarked: found.isMarked ? '1' : '0',
          isRegistered: found.isRetracted ? '0' : '1',
        }
      : { ...line, isRegistered: '0' };
  });

/** Number of counted results: registered outputs without repetition. */
export const resultCounts = (
  lines: readonly Pick<ResultLine, 'bizId' | 'isRegistered'>[] | null,
): number =>
  new Set((lines ?? []).flatMap(({ bizId, isRegistered }) => (isRegistered === '1' ? [bizId] : [])))
    .size;
