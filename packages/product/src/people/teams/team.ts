import {
  anyScope,
  departmentScope,
  everyone,
  handles,
  member,
  own,
  submitted,
} from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { optionalReview, reviewSection, withOptionalReview } from '../../review/optional-review.ts';
import { deptSecretary, researchOfficeStep } from '../../shared/approval-steps.ts';
import { attachmentCategories } from '../../shared/attachments.ts';
import { yesNo } from '../../shared/dictionaries.ts';
import { daysAfter, inOrder, notAfterToday } from '../../shared/formats/dates.ts';
import { discipline } from '../../shared/formats/national.ts';
import { readerActions, registrantActions } from '../../shared/grants.ts';
import { dept, user } from '../../shared/references/refs.ts';
import { assessGrade, teamLeaderRole, teamLevel, teamRole, teamType } from './dictionaries.ts';

/** Fields of a team that other resources read. */
export const teamFace = face('team', ['科研团队', 'Research team'], {
  teamName: f.text(['团队名称', 'Team name']).requiredInDraft().max(100).searchable(),
});

/** Optional expert review of a team’s founding. */
const teamReview = optionalReview({
  target: '5',
  arrangers: 'rd_admin',
  subject: 'discipline',
  people: ['leaderId'],
  criteria: [
    {
      label: ['研究方向', 'Research area'],
      points: 30,
      standard: ['方向的前沿性与特色', 'Novelty and distinctiveness of the research area'],
    },
    {
      label: ['队伍结构', 'Members'],
      points: 30,
      standard: ['带头人水平与梯队合理性', 'Standing of the leader and structure of the team'],
    },
    {
      label: ['建设目标', 'Targets'],
      points: 40,
      standard: ['目标的可行性与预期贡献', 'Feasibility of the targets and expected contribution'],
    },
  ],
  shown: [
    'teamName',
    'teamType',
    'teamLevel',
    'discipline',
    'direction',
    'leaderId',
    'fkDeptId',
    'cycleStart',
    'cycleEnd',
    'funds',
    'target',
    'intro',
    'staff',
    'departments',
    'attachments',
  ],
  identifying: ['leaderId', 'fkDeptId', 'staff', 'departments'],
});

const fields = {
  ...teamFace.fields,
  teamNum: f.text(['团队编号', 'Team no.']).max(30).computed().searchable(),
  teamType: f.dict(['团队类别', 'Type'], teamType).required(),
  teamLevel: f.dict(['级别', 'Level'], teamLevel).required(),
  leaderId: f
    .ref(['带头人', 'Leader'], user)
    .required()
    .initial((writer) => writer.id),
  fkDeptId: f
    .ref(['依托部门', 'Department'], dept)
    .required()
    .initial((writer) => writer.departments[0] ?? null),
  discipline: f.dict(['所属学科', 'Discipline'], discipline).required(),
  direction: f.text(['研究方向', 'Research area']).required().max(300).searchable(),
  foundDate: f.date(['成立（批准）日期', 'Founded']).required(),
  approveUnit: f.text(['批准单位', 'Approved by']).max(100),
  approveNum: f.text(['批文号', 'Document no.']).max(50),
  cycleStart: f.date(['建设周期起', 'Cycle start']).required(),
  cycleEnd: f.date(['建设周期止', 'Cycle end']).required(),
  funds: f.money(['建设经费', 'Funds']).unit(['元', 'yuan']),
  target: f.note(['建设目标', 'Targets']).required().max(2000),
  intro: f.note(['团队简介', 'About the team']).max(2000),
  staff: f
    .rows(['团队成员', 'Members'], {
      userId: f.ref(['人员', 'Person'], user).required(),
      teamRole: f.dict(['角色', 'Role'], teamRole).required().initial('3'),
      direction: f.text(['研究方向', 'Research area']).max(100),
      joinDate: f.date(['加入日期', 'Joined']).required(),
      leaveDate: f.date(['退出日期', 'Left']),
    })
    .required()
    .max(200)
    .specimen(() => []),
  departments: f
    .rows(['参与部门', 'Departments'], {
      deptId: f.ref(['部门', 'Department'], dept).required(),
      isMain: f.dict(['是否牵头', 'Lead unit'], yesNo).required().initial('0'),
    })
    .max(50)
    .specimen(() => []),
  assessGrade: f.dict(['最近考核等级', 'Last grade'], assessGrade).computed(),
  ...teamReview.fields,
  attachments: f.files(['附件', 'Attachments'], attachmentCategories('01*', '02', '36', '99')),
};

interface Finding {
  readonly path: string;
  readonly message: Label;
}

interface Member {
  readonly userId: string | null;
  readonly teamRole: string | null;
  readonly joinDate: string | null;
  readonly leaveDate: string | null;
}

const memberFindings = (staff: readonly Member[], leaderId: string | null): readonly Finding[] => {
  const findings: Finding[] = [];
  const add = (line: number, name: keyof Member, message: Label) =>
    findings.push({ path: `staff.${line}.${name}`, message });
  staff.forEach(({ userId, teamRole: role, joinDate, leaveDate }, line) => {
    // A person may rejoin, but two memberships of a person must not overlap without an end.
    const twice = staff.findIndex(
      (other) => other.userId === userId && !other.leaveDate && !leaveDate,
    );
    if (userId && !leaveDate && twice < line) {
      add(line, 'userId', ['该成员已在团队中', 'This person is already in the team']);
    }
    if (joinDate && leaveDate && leaveDate < joinDate) {
      add(line, 'leaveDate', [
        '【退出日期】不能早于【加入日期】',
        'The leaving date must not be before the joining date',
      ]);
    }
    if (userId && role === teamLeaderRole && userId !== leaderId && !leaveDate) {
      add(line, 'teamRole', [
        '负责人应与【带头人】一致',
        'The leader must be the same person as the team leader',
      ]);
    }
  });
  return findings;
};

/** 科研团队: group, platform or base of the university, with members and departments. */
export const team = defineResource({
  key: 'team',
  label: teamFace.label,
  words: { plural: ['科研团队', 'Research teams'] },
  path: 'kh-edu-research/team',
  title: 'teamName',
  number: { field: 'teamNum', pattern: 'TD${yyyy}${seq4}' },
  fields,
  with: [teamReview],
  department: 'fkDeptId',
  concerned: ['staff', 'userId'],
  validators: [
    inOrder(fields, 'cycleStart', 'cycleEnd'),
    ...notAfterToday(fields, 'foundDate'),
    {
      fields: ['staff', 'leaderId'],
      check: ({ staff, leaderId }) => memberFindings(staff ?? [], leaderId),
    },
    {
      fields: ['staff', 'leaderId'],
      check: ({ staff, leaderId }) =>
        leaderId &&
        !(staff ?? []).some(
          ({ userId, teamRole: role }) => userId === leaderId && role === teamLeaderRole,
        )
          ? [
              '【团队成员】须有带头人，角色为负责人',
              'The team leader must be among the members, with the role “Leader”',
            ]
          : null,
    },
    {
      fields: ['departments'],
      check: ({ departments }) => {
        const lines = departments ?? [];
        const again = lines.findIndex(
          ({ deptId }, line) => deptId && lines.findIndex((one) => one.deptId === deptId) < line,
        );
        if (again >= 0) {
          return [
            {
              path: `departments.${again}.deptId`,
              message: ['该部门已填写', 'This department is already listed'],
            },
          ];
        }
        const leading = lines.filter(({ isMain }) => isMain === '1').length;
        return lines.length > 0 && leading !== 1
          ? ['【参与部门】须有且只有一个牵头部门', 'Exactly one participating department must lead']
          : null;
      },
    },
  ],
  actions: {
    assess: {
      label: ['登记考核', 'Record assessment'],
      from: ['approved'],
      by: everyone(),
      form: {
        assessGrade: f.dict(['考核等级', 'Grade'], assessGrade).required(),
        reason: f.note(['考核说明', 'Note']).max(500),
      },
      done: ['考核等级已登记', 'Assessment grade recorded'],
    },
  },
  list: {
    columns: [
      'teamName',
      'teamNum',
      'teamType',
      'teamLevel',
      'leaderId',
      'fkDeptId',
      'foundDate',
      'assessGrade',
    ],
    filters: [
      'teamName',
      'teamType',
      'teamLevel',
      'leaderId',
      'fkDeptId',
      'foundDate',
      'assessGrade',
    ],
    sort: '-foundDate',
  },
  form: [
    {
      key: 'basic',
      title: ['基本信息', 'Basic information'],
      fields: [
        'teamName',
        'teamType',
        'teamLevel',
        'leaderId',
        'fkDeptId',
        'discipline',
        'direction',
        'foundDate',
        'approveUnit',
        'approveNum',
      ],
    },
    {
      key: 'building',
      title: ['建设', 'Development'],
      fields: ['cycleStart', 'cycleEnd', 'funds', 'target', 'intro'],
    },
    { key: 'staff', title: ['团队成员', 'Members'], fields: ['staff'] },
    { key: 'departments', title: ['参与部门', 'Departments'], fields: ['departments'] },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
    reviewSection,
  ],
  access: {
    read: anyScope(
      own(),
      submitted(
        anyScope(
          own('leaderId'),
          member('staff', 'userId'),
          departmentScope('fkDeptId'),
          handles('any'),
        ),
      ),
    ),
    write: own(),
    copies: 'all',
  },
  views: {
    all: {
      label: ['科研团队', 'Research teams'],
      code: 'team',
      path: '/team/index',
      icon: 'TeamOutlined',
      scope: everyone(),
      menu: ['person', 7],
      grants: {
        rd_admin: 'all',
        rd_achieve: [...readerActions, 'assess'],
        rd_leader: readerActions,
        dept_secretary: [...registrantActions, 'audit', 'back', 'zip'],
        dept_leader: registrantActions,
        teacher: registrantActions,
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'submit',
        'recall',
        'audit',
        'back',
        'backDraft',
        'abolish',
        'copy',
        'assess',
        'import',
        'export',
        'zip',
        'history',
      ],
    },
  },
  specimen: (draw, row) => {
    const founded = daysAfter(draw.today, -draw.int(200, 2500));
    return {
      foundDate: founded,
      cycleStart: founded,
      cycleEnd: daysAfter(founded, 1825),
      staff: [{ userId: row.leaderId, teamRole: teamLeaderRole, joinDate: founded }],
      departments: row.fkDeptId ? [{ deptId: row.fkDeptId, isMain: '1' }] : [],
    };
  },
  processes: [
    defineProcess(
      'team',
      ['科研团队', 'Research team'],
      [deptSecretary, ...withOptionalReview(researchOfficeStep)],
      'flow_63',
    ),
  ],
});
