import { fill, type Label } from '@keyan/kernel/label.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';

/** The call of the page of a team. */
export const teamHomeService = 'kh-edu-research/team/home';

/** Figures of the members of a team who have not left. */
export interface TeamHome {
  readonly members: number;
  /** Projects under way that a member leads. */
  readonly projects: number;
  /** Approved, open outputs since the cycle began that name a member, by the name of their kind, the most first. */
  readonly outputs: readonly { readonly label: string; readonly count: number }[];
}

interface Standing {
  readonly auditStatus: string;
  readonly cycleStart: string;
  readonly cycleEnd: string;
  /** Last grade of an assessment in words; empty before the first. */
  readonly grade: Label | null;
  readonly today: string;
}

const approved = '2';

/** State of a team in words: where it is in its cycle and how it was assessed; null for one that is not approved. */
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
        : fill(['建设期内，剩余 {left} 天', 'In its cycle, {left} days left'], { left });
  return grade
    ? fill(['{place}；最近考核：{grade}', '{place}; last grade: {grade}'], { place, grade })
    : fill(['{place}；尚未考核', '{place}; not assessed yet'], { place });
};
