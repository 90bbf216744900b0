import { fill, type Label } from '@keyan/kernel/label.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';

/** Path of the call for a team’s numbers. */
export const teamHomeService = 'kh-edu-research/team/home';

/** Numbers of a team’s current members. */
export interface TeamHome {
  readonly members: number;
  /** Number of running projects that a member leads. */
  readonly projects: number;
  /**
   * Approved, non-secret outputs since the start of the cycle that name a member, by kind, largest
   * first.
   */
  readonly outputs: readonly { readonly label: string; readonly count: number }[];
}

interface Standing {
  readonly auditStatus: string;
  readonly cycleStart: string;
  readonly cycleEnd: string;
  /** Last assessment grade in words; empty before the first assessment. */
  readonly grade: Label | null;
  readonly today: string;
}

const approved = '2';

/** Status of a team in words: position in its cycle and last grade; null if not approved. */
export const teamMeaning = ({
  auditStatus,
  cycleStart,
  cycleEnd,
  grade,
  today,
}: Standing): Label | null => {
  if (auditStatus !== approved || cycleStart === '' || cycleEnd === '') return null;
  const left = daysBetween(today, cycleEnd);
  const place: Label =
    today < cycleStart
      ? fill(['建设期 {day} 开始', 'Its cycle begins on {day}'], { day: cycleStart })
      : left < 0
        ? fill(
            ['建设期已于 {day} 结束，应办理考核', 'Its cycle ended on {day}: it is to be assessed'],
            {
              day: cycleEnd,
            },
          )
        : fill(['建设期内，剩余 {left} 天', 'In its cycle: {left} d left'], { left });
  return grade
    ? fill(['{place}；最近考核：{grade}', '{place}; last grade: {grade}'], { place, grade })
    : fill(['{place}；尚未考核', '{place}; not assessed yet'], { place });
};
