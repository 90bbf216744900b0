/** Notice that the research office published some months ago. */
export interface ArchivedNotice {
  readonly title: string;
  readonly kind: '1' | '2';
  readonly by: string;
  readonly daysAgo: number;
  readonly paragraphs: readonly string[];
  /** True if the notice was withdrawn. */
  readonly withdrawn?: boolean;
}

/** Returns the notices of the past half-year. Long because it is a list of texts. */
export const archivedNotices = (year: number): readonly ArchivedNotice[] =>
  (
    [
      [
        168,
        '1',
        'rd_admin',
        `关于做好 ${year} 年科研统计年报工作的通知`,
        '请各单位核对上年度人员、项目、经费与成果数据，按时报送。',
      ],
      [
        161,
        '2',
        'rd_achieve',
        `${year} 年度校定期刊目录调整公示`,
        '经学术委员会审议，拟调整期刊 36 种，现予公示，公示期 7 个工作日。',
      ],
      [
        150,
        '1',
        'rd_project',
        `关于开展 ${year} 年度在研项目中期检查的通知`,
        '立项满一年的项目须在系统中提交中期检查报告，由院系审核后报科研处。',
      ],
      [
        139,
        '1',
        'rd_fund',
        '关于清理逾期未结题项目结余经费的通知',
        '请相关项目负责人于月底前办理结题或延期，逾期未办的结余经费由学校统筹。',
      ],
      [
        131,
        '2',
        'rd_admin',
        '科研处暑期值班安排公告',
        '暑假期间每周二上午办理盖章与合同审核，其余时间请在系统中提交申请。',
      ],
      [
        118,
        '1',
        'rd_achieve',
        '关于征集科技成果转化项目的通知',
        '请有意转化的成果完成人填报成果简介与合作意向，科研处统一组织对接。',
      ],
      [
        109,
        '1',
        'rd_project',
        `关于申报 ${year} 年度省重点研发计划项目的通知`,
        '申报书须经院系学术委员会审议，每院系限报两项。',
      ],
      [
        97,
        '2',
        'rd_project',
        `${year} 年度校级青年科研基金评审结果公示`,
        '经专家评审，拟资助 18 项，现予公示，公示期 5 个工作日。',
      ],
      [
        88,
        '1',
        'rd_admin',
        '关于加强科研诚信与学术规范教育的通知',
        '各院系须在本学期内组织不少于一次的科研诚信专题学习，并上报学习记录。',
      ],
      [
        76,
        '1',
        'rd_fund',
        '关于科研设备采购流程调整的通知',
        '单价十万元以上的设备须先完成论证与查重，再进入采购程序。',
      ],
      [
        63,
        '1',
        'rd_achieve',
        '关于组织专利年费集中缴纳的通知',
        '请专利权人核对本年度应缴年费，不再维持的专利请在系统中注明。',
      ],
      [
        55,
        '1',
        'rd_project',
        '关于召开科研项目管理培训会的通知',
        '培训会改期举行，时间另行通知。',
        'withdrawn',
      ],
    ] as const
  ).map(([daysAgo, kind, by, title, text, withdrawn]) => ({
    daysAgo,
    kind,
    by,
    title,
    paragraphs: [`各单位：${text}`],
    ...(withdrawn ? { withdrawn: true } : {}),
  }));

/** File of the download page. */
export interface DemoDownload {
  readonly name: string;
  readonly describe: string;
  /** Code of the dictionary `downloadCategory`. */
  readonly category: string;
  readonly paragraphs: readonly string[];
  /** True for a replaced document, which is stored but not listed. */
  readonly disabled?: boolean;
}

export const archivedDownloads: readonly DemoDownload[] = (
  [
    ['1', false, '校级科研项目申报书', '校级科研基金与青年基金通用', '一、项目信息'],
    ['1', false, '项目延期申请表', '须在计划完成日期前一个月提交', '一、延期事由'],
    ['1', false, '项目结题报告书', '含成果清单与经费决算', '一、完成情况'],
    ['1', false, '科研经费预算调整申请表', '调整比例超过百分之十时填写', '一、调整事由'],
    ['1', false, '学术活动申请表', '举办学术会议、讲座前填写', '一、活动概况'],
    ['1', false, '成果转化意向书', '与企业初步接洽时使用', '一、合作内容'],
    ['2', false, '横向科研项目管理办法', '含合同审核与经费管理', '第一章 总则'],
    ['2', false, '科研诚信与学术不端处理办法', '经校长办公会通过', '第一章 总则'],
    [
      '3',
      false,
      '科研管理系统操作手册（科研秘书版）',
      '初审、退回、批量办理与统计',
      '一、我的待办',
    ],
    ['9', true, '校级科研项目申报书（2023 年版）', '已由新版代替', '一、项目信息'],
    ['9', true, '科研经费管理办法（试行）', '已由正式办法代替', '第一章 总则'],
    ['9', true, '成果登记表（纸质）', '成果已改为网上登记', '一、成果信息'],
    ['9', true, '科研管理系统操作手册（试用版）', '已由教师版代替', '一、登录'],
    ['9', true, '年度考核科研工作量统计表', '已改为系统自动统计', '一、工作量'],
  ] as const
).map(([category, disabled, name, describe, text]) => ({
  category,
  disabled,
  name,
  describe,
  paragraphs: [text],
}));
