import {
  anyScope,
  departmentScope,
  everyone,
  everyScope,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { isEmail } from '@keyan/kernel/values/pattern.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { isStatistics, sex, subjectClass } from '../shared/dictionaries.ts';
import { daysAfter } from '../shared/formats/dates.ts';
import { mobile, orcid, url } from '../shared/formats/formats.ts';
import {
  birthDayIn,
  isIdNumber,
  isIdNumberLong,
  isUnmaskedIdNumber,
  nthIdNumber,
} from '../shared/formats/id-number.ts';
import {
  adminDivision,
  discipline,
  educationLevel,
  ethnicGroup,
  nationality,
  ranks,
  tlDegree,
} from '../shared/formats/national.ts';
import { toHalfWidth } from '../shared/formats/width.ts';
import { allActionsFor, readerActions } from '../shared/grants.ts';
import {
  employmentStatus,
  isDoctoral,
  jobCategory,
  languageCode,
  languageLevel,
  personnelCategory,
  poliStatus,
} from './dictionaries.ts';
import { fileKeeperCode, personnelFile } from './faces.ts';
import { stayEndsAfterStart } from './stays.ts';

/** Permission code for reading private data: identity numbers, phones, addresses. */
const privately = 'personnel_private';

const keepsFiles = permission(fileKeeperCode);

/** 科研人员: people whose work the university counts. */
export const personnel = defineResource({
  key: 'personnel',
  label: ['科研人员', 'Personnel'],
  words: { add: ['新增科研人员', 'New person'], edit: ['编辑科研人员', 'Edit person'] },
  table: 'personnel',
  path: 'kh-edu-research/personnel',
  title: 'name',
  readByChange: true,
  // Creates an unknown department during the import of its people.
  importMakes: { fkDeptId: (name) => ({ deptName: name, fullName: name }) },
  fields: {
    subjectClass: f
      .dict(['统计类别', 'Statistical category'], subjectClass)
      .required()
      .initial('01')
      .kept(fileKeeperCode),
    sorter: f
      .dict(['人员类别', 'Personnel category'], personnelCategory)
      .required()
      .initial('01')
      .kept(fileKeeperCode),
    fkDeptId: personnelFile.fields.fkDeptId,
    jobNum: f
      .text(['工号', 'Staff no.'])
      .required()
      .max(20)
      .unique()
      .searchable()
      .kept(fileKeeperCode),
    appointmentTime: f.date(['聘任（来校）时间', 'Appointed on']).kept(fileKeeperCode),
    name: personnelFile.fields.name,
    englishName: f.text(['英文名', 'English name']).max(50).personName().searchable(),
    nameUsed: f.text(['曾用名', 'Former name']).max(12).personName(),
    account: f.text(['账号', 'Account']).max(50).kept(fileKeeperCode),
    userId: personnelFile.fields.userId,
    dwmc: f
      .text(['单位名称', 'Unit name'])
      .required()
      .max(100)
      .initial(({ tenantName }) => tenantName || null)
      .kept(fileKeeperCode),
    sex: f.dict(['性别', 'Sex'], sex).required().kept(fileKeeperCode),
    birthDate: f.date(['出生日期', 'Birth date']).required().secret(privately).kept(fileKeeperCode),
    idNumber: f
      .text(['身份证号', 'ID number'])
      .max(18)
      .format({
        tidy: (value) => toHalfWidth(value).replace(/\s/g, '').toUpperCase(),
        test: isIdNumberLong,
        message: ['如果要输入身份证请输入15位或18位身份证', 'An ID number has 15 or 18 characters'],
        make: (n) => nthIdNumber(n),
      })
      .masked(privately)
      .kept(fileKeeperCode),
    birthplace: f.dict(['籍贯', 'Native place'], adminDivision),
    nationality: f.dict(['国籍', 'Nationality'], nationality).initial('156'),
    nation: f.dict(['民族', 'Ethnicity'], ethnicGroup),
    poliStatus: f
      .dict(['政治面貌', 'Political status'], poliStatus)
      .required()
      .kept(fileKeeperCode),
    education: f.dict(['最后学历', 'Education'], educationLevel).required().kept(fileKeeperCode),
    tlDegree: f.dict(['最后学位', 'Degree'], tlDegree).kept(fileKeeperCode),
    ranks: f.dict(['职称', 'Rank'], ranks).required().kept(fileKeeperCode),
    subjectTitle: f.dict(['所属学科', 'Discipline'], discipline).required().kept(fileKeeperCode),
    relevantDiscipline: f.dict(['相关学科', 'Related discipline'], discipline),
    major: f.text(['所学专业', 'Major']).max(50),
    jobCategory: f.dict(['岗位类别', 'Post category'], jobCategory).kept(fileKeeperCode),
    position: f.text(['行政职务', 'Position']).max(20).kept(fileKeeperCode),
    duty: f.text(['岗位（职责）', 'Duties']).max(20).kept(fileKeeperCode),
    researchDirection: f.text(['研究方向', 'Research area']).max(50).searchable(),
    furtherEducation: f.text(['进修情况', 'Further study']).max(50),
    academicPartTime: f.text(['学术兼职', 'Academic appointments']).max(50),
    academicExpertise: f.text(['学术专长', 'Expertise']).max(50),
    email: f
      .text(['电子邮箱', 'E-mail'])
      .max(50)
      .format({ test: isEmail, message: ['请输入正确的邮箱', 'Enter a valid e-mail address'] }),
    officePhone: f.text(['办公电话', 'Office phone']).max(12),
    fax: f.text(['传真', 'Fax']).max(12),
    phone: f.text(['手机', 'Mobile']).max(11).format(mobile).masked(privately),
    qqNumber: f.text(['QQ', 'QQ']).max(15).secret(privately),
    postcode: f.text(['邮编', 'Postcode']).max(6),
    isDoctoral: f
      .dict(['是否博导', 'Doctoral supervisor'], isDoctoral)
      .initial('02')
      .kept(fileKeeperCode),
    isStatistics: f
      .dict(['是否统计', 'Include in statistics'], isStatistics)
      .initial('1')
      .kept(fileKeeperCode),
    zzzt: f.dict(['在职状态', 'In service'], employmentStatus).initial('1').kept(fileKeeperCode),
    firstForeignLanguage: f.dict(['第一外语', 'First language'], languageCode),
    firstLanguageLevel: f.dict(['第一外语水平', 'Level'], languageLevel),
    secondForeignLanguage: f.dict(['第二外语', 'Second language'], languageCode),
    secondLanguageLevel: f.dict(['第二外语水平', 'Level'], languageLevel),
    website: f.text(['个人主页', 'Website']).max(100).format(url),
    contactAddress: f.text(['通讯地址', 'Address']).max(100).secret(privately),
    intro: f.note(['个人简介', 'Biography']).max(225),
    orcid: f.text(['ORCID', 'ORCID']).max(19).format(orcid),
    scopusId: f.text(['Scopus作者号', 'Scopus ID']).max(20),
    researcherId: f.text(['ResearcherID', 'ResearcherID']).max(20),
    nameVariants: f.text(['署名变体', 'Name variants']).max(300).searchable(),
    studies: f
      .rows(['学习经历', 'Education history'], {
        startDate: f.date(['开始日期', 'From']).required(),
        endDate: f.date(['结束日期', 'To']),
        school: f.text(['毕业学校', 'School']).required().max(100),
        major: f.text(['专业', 'Subject']).max(50),
        education: f.dict(['学历', 'Education'], educationLevel).required(),
        tlDegree: f.dict(['学位', 'Degree'], tlDegree),
      })
      .max(20)
      .specimen(() => []),
    jobs: f
      .rows(['工作经历', 'Work history'], {
        startDate: f.date(['开始日期', 'From']).required(),
        endDate: f.date(['结束日期', 'To']),
        unit: f.text(['工作单位', 'Employer']).required().max(100),
        duty: f.text(['职务（岗位）', 'Post']).max(50),
      })
      .max(30)
      .specimen(() => []),
    onGoingNum: f.integer(['在研项目数', 'Active projects']).computed(),
    achNum: f.integer(['近三年成果数', 'Outputs (last 3 years)']).computed(),
    attachments: f.files(
      ['照片与证书', 'Photo and certificates'],
      attachmentCategories('35', '17', '99'),
    ),
  },
  list: {
    columns: ['name', 'jobNum', 'fkDeptId', 'sex', 'ranks', 'education', 'tlDegree', 'zzzt'],
    filters: [
      'fkDeptId',
      'subjectClass',
      'sorter',
      'sex',
      'birthplace',
      'education',
      'tlDegree',
      'ranks',
      'isDoctoral',
      'isStatistics',
      'zzzt',
    ],
    sort: 'jobNum',
    beside: 'fkDeptId',
  },
  form: [
    {
      key: 'basic',
      title: ['基本信息', 'Basic information'],
      fields: [
        'subjectClass',
        'sorter',
        'fkDeptId',
        'jobNum',
        'name',
        'englishName',
        'nameUsed',
        'account',
        'dwmc',
        'appointmentTime',
        'sex',
        'birthDate',
        'idNumber',
        'birthplace',
        'nationality',
        'nation',
        'poliStatus',
      ],
    },
    {
      key: 'academic',
      title: ['学术信息', 'Academic information'],
      fields: [
        'education',
        'tlDegree',
        'ranks',
        'subjectTitle',
        'relevantDiscipline',
        'major',
        'jobCategory',
        'position',
        'duty',
        'researchDirection',
        'furtherEducation',
        'academicPartTime',
        'academicExpertise',
        'isDoctoral',
        'isStatistics',
        'zzzt',
        'firstForeignLanguage',
        'firstLanguageLevel',
        'secondForeignLanguage',
        'secondLanguageLevel',
      ],
      shown: ['onGoingNum', 'achNum'],
    },
    {
      key: 'contact',
      title: ['联系方式', 'Contact'],
      fields: [
        'email',
        'officePhone',
        'fax',
        'phone',
        'qqNumber',
        'postcode',
        'website',
        'contactAddress',
        'intro',
        'orcid',
        'scopusId',
        'researcherId',
        'nameVariants',
      ],
    },
    { key: 'studies', title: ['学习经历', 'Education history'], fields: ['studies'] },
    { key: 'jobs', title: ['工作经历', 'Work history'], fields: ['jobs'] },
    {
      key: 'attachments',
      title: ['照片与证书', 'Photo and certificates'],
      fields: ['attachments'],
    },
  ],
  validators: [
    {
      fields: ['idNumber'],
      check: ({ idNumber }) =>
        isUnmaskedIdNumber(idNumber) && !isIdNumber(idNumber)
          ? [
              '身份证号不正确，请核对出生日期与最后一位校验码',
              'This ID number is not valid: check the date of birth and the last character',
            ]
          : null,
    },
    {
      fields: ['birthDate', 'idNumber'],
      check: ({ idNumber, birthDate }) =>
        isUnmaskedIdNumber(idNumber) &&
        isIdNumber(idNumber) &&
        birthDate &&
        birthDayIn(idNumber) !== birthDate
          ? ['【出生日期】与身份证号不一致', 'The birth date does not match the ID number']
          : null,
    },
    {
      fields: ['birthDate'],
      check: ({ birthDate }, { today }) =>
        birthDate && birthDate >= today
          ? ['【出生日期】不能晚于今天', 'The birth date must not be later than today']
          : null,
    },
    stayEndsAfterStart('studies', ['学习经历', 'Education history']),
    stayEndsAfterStart('jobs', ['工作经历', 'Work history']),
  ],
  views: {
    all: {
      label: ['科研人员', 'Personnel'],
      code: 'personnel',
      path: '/management/personnel',
      scope: everyone(),
      actions: ['add', 'edit', 'view', 'delete', 'import', 'export', 'history'],
      menu: ['person', 1],
      icon: 'TeamOutlined',
      grants: {
        ...allActionsFor('admin', 'rd_admin'),
        rd_achieve: readerActions,
        rd_leader: readerActions,
        school_leader: ['view'],
        dept_secretary: ['add', 'edit', 'view', 'import', 'export', 'history'],
        dept_leader: readerActions,
      },
      rights: [
        {
          code: privately,
          label: ['查看隐私信息', 'View private data'],
          roles: ['admin', 'rd_admin', 'dept_secretary', 'teacher'],
        },
      ],
    },
    roster: {
      label: ['队伍人员', 'Research staff'],
      code: 'tstaff',
      path: '/team/staff',
      scope: withCode('zzzt', '1'),
      columns: [
        'name',
        'jobNum',
        'sex',
        'fkDeptId',
        'ranks',
        'tlDegree',
        'subjectTitle',
        'onGoingNum',
        'achNum',
        'isDoctoral',
      ],
      actions: ['view', 'export'],
      menu: ['person', 9],
      icon: 'TeamOutlined',
      // Researchers may read only their own file.
      grants: Object.fromEntries(
        (['rd_admin', 'rd_achieve', 'rd_leader', 'dept_secretary', 'dept_leader'] as const).map(
          (role) => [role, ['view', 'export']],
        ),
      ),
    },
    mine: {
      label: ['我的档案', 'My file'],
      code: 'myFile',
      path: '/personel/file',
      scope: own('userId'),
      actions: ['view', 'edit', 'history'],
      menu: ['person', 2],
      icon: 'IdcardOutlined',
      grants: allActionsFor(
        'rd_admin',
        'rd_project',
        'rd_achieve',
        'rd_fund',
        'rd_leader',
        'dept_secretary',
        'dept_leader',
        'teacher',
        'finance',
      ),
    },
  },
  specimen: (draw) => {
    const birthDate = daysAfter(draw.today, -draw.int(10_000, 20_000));
    return { birthDate, idNumber: nthIdNumber(draw.int(0, 999), birthDate) };
  },
  access: {
    // The page of one’s own file opens no other file, whatever the data scope of the role.
    read: anyScope(
      own('userId'),
      everyScope(
        anyScope(permission('personnel'), keepsFiles, permission('tstaff')),
        departmentScope('fkDeptId'),
      ),
    ),
    write: anyScope(own('userId'), everyScope(keepsFiles, departmentScope('fkDeptId'))),
    choose: everyone(),
  },
});
