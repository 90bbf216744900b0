import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const yesNo = dictionary(
  'yesNo',
  ['是否', 'Yes/No'],
  [
    ['1', '是', 'Yes'],
    ['0', '否', 'No'],
  ],
);

export const enableStatus = dictionary(
  'enableStatus',
  ['启用状态', 'Status'],
  [
    ['1', '启用', 'Enabled'],
    ['0', '停用', 'Disabled'],
  ],
);

/** Values of switches set by BladeX clients; codes of their `yes_no`. */
export const switchedOn = dictionary(
  'switchedOn',
  ['启用状态（平台）', 'Status (platform)'],
  [
    ['2', '启用', 'Enabled'],
    ['1', '停用', 'Disabled'],
  ],
);

export const isStatistics = dictionary(
  'isStatistics',
  ['是否统计', 'Counted in statistics'],
  [
    ['1', '是', 'Yes'],
    ['0', '否', 'No'],
  ],
);

/** Statistical category: science or humanities. */
export const subjectClass = dictionary(
  'subjectClass',
  ['统计类别', 'Statistical category'],
  [
    ['01', '科技类（理工农医）', 'Science & technology'],
    ['02', '社科类（人文社科）', 'Humanities & social science'],
  ],
);

/** Secrecy levels; records at 2 and 3 are registered by name only, without attachments. */
export const secretLevel = dictionary(
  'secretLevel',
  ['密级', 'Classification'],
  [
    ['0', '公开', 'Unclassified'],
    ['1', '内部', 'Internal'],
    ['2', '秘密', 'Confidential'],
    ['3', '机密', 'Secret'],
  ],
);

export const dataSource = dictionary(
  'dataSource',
  ['数据来源', 'Data source'],
  [
    ['1', '个人填报', 'Self-entered'],
    ['2', '认领', 'Claimed'],
    ['3', '批量导入', 'Imported'],
    ['4', '接口采集', 'Harvested'],
    ['5', '立项生成', 'Converted from proposal'],
    ['6', '历史数据', 'Legacy'],
  ],
);

/** Actions on a task; codes are those shown in timelines. */
export const taskAction = dictionary(
  'taskAction',
  ['办理动作', 'Task action'],
  [
    ['start', '发起', 'Submit'],
    ['submit', '提交', 'Submit'],
    ['claim', '签收', 'Claim'],
    ['approve', '同意', 'Approve'],
    ['back', '退回上一步', 'Return to previous step'],
    ['backApplicant', '退回申请人', 'Return to applicant'],
    ['refuse', '不通过', 'Reject'],
    ['recall', '撤回', 'Recall'],
    ['backDraft', '退回草稿', 'Revert to draft'],
    ['transfer', '转办', 'Reassign'],
    ['delegate', '委托', 'Ask for an opinion'],
    ['addSign', '加签', 'Ask others'],
    ['cc', '抄送', 'Copy'],
    ['urge', '催办', 'Remind'],
    ['abolish', '作废', 'Void'],
    ['confirm', '确认', 'Confirm'],
  ],
);

export const msgType = dictionary(
  'msgType',
  ['消息类型', 'Message type'],
  [
    ['01', '待办提醒', 'To-do'],
    ['02', '办结通知', 'Completed'],
    ['03', '退回通知', 'Returned'],
    ['04', '项目到期预警', 'Project expiry'],
    ['05', '中检预警', 'Check due'],
    ['06', '结题预警', 'Closeout due'],
    ['07', '经费执行预警', 'Spending alert'],
    ['08', '经费到账提醒', 'Funds received'],
    ['09', '专利年费预警', 'Patent fee'],
    ['10', '预借票据逾期预警', 'Advance invoice overdue'],
    ['11', '申报截止提醒', 'Application deadline'],
    ['12', '评审任务提醒', 'Review task'],
    ['13', '考核（计分）提醒', 'Assessment'],
    ['14', '催办', 'Remind'],
    ['15', '成果认领提醒', 'Claim'],
    ['99', '系统消息', 'System'],
  ],
);

export const readStatus = dictionary(
  'readStatus',
  ['消息状态', 'Read status'],
  [
    ['0', '未读', 'Unread'],
    ['1', '已读', 'Read'],
  ],
);

/** Types of notices: 1 is a notice, all others are announcements. */
export const noticeTypeCode = dictionary(
  'lx',
  ['通知类型', 'Notice type'],
  [
    ['1', '通知', 'Notice'],
    ['2', '公告', 'Announcement'],
  ],
);

/** States of a notice; readers see status 1 only. */
export const noticeStatus = dictionary(
  'noticeStatus',
  ['信息状态', 'Notice status'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '已发布', 'Published'],
    ['2', '已撤销', 'Withdrawn'],
    ['3', '待发布', 'Scheduled'],
  ],
);

/** Sex by GB/T 2261.1-2003. */
export const sex = dictionary(
  'sex',
  ['性别', 'Sex'],
  [
    ['1', '男', 'Male'],
    ['2', '女', 'Female'],
  ],
);

/** Types of people; 01 and 04 are chosen from personnel, 03 and 05 are typed. */
export const personType = dictionary(
  'personType',
  ['成员类型', 'Member type'],
  [
    ['01', '本校教师', 'Faculty'],
    ['02', '本校学生', 'Student'],
    ['03', '校外人员', 'External'],
    ['04', '本校博士后', 'Postdoc'],
    ['05', '境外人员', 'Overseas'],
  ],
);

/** True for teachers and postdocs, who are chosen from personnel. */
export const isStaff = (type: unknown): boolean => type === '01' || type === '04';

/** Code of 人员类别 for students. */
export const studentCategory = '08';

export const isStudent = (type: unknown): boolean => type === '02';

export const techField = dictionary(
  'techField',
  ['技术领域', 'Technology field'],
  [
    ['01', '电子信息', 'Electronic information'],
    ['02', '航空航天', 'Aerospace'],
    ['03', '先进制造', 'Advanced manufacturing'],
    ['04', '生物、医药和医疗器械', 'Bio, medicine, devices'],
    ['05', '新材料及其应用', 'New materials'],
    ['06', '新能源与高效节能', 'New energy and efficiency'],
    ['07', '环境保护与资源综合利用', 'Environment and resources'],
    ['08', '核应用', 'Nuclear application'],
    ['09', '农业', 'Agriculture'],
    ['10', '现代交通', 'Modern transport'],
    ['11', '城市建设与社会发展', 'Urban and social development'],
  ],
);
