/** Consistent values of books and activities, by college of the writer. */

type Values = Readonly<Record<string, string>>;

/** Subjects of textbooks and meetings, by college code. */
export const collegeSubjects: Values = {
  '310': '人工智能',
  '320': '统计学',
  '330': '光电信息',
  '340': '应用化学',
  '350': '湿地生态',
  '360': '先进制造',
  '410': '现代文学',
  '420': '应用语言学',
  '430': '思想政治教育',
  '440': '区域经济',
  '450': '民商法学',
  '460': '民族音乐',
  '470': '运动健康',
};

const monograph = { bookType: '01', bookName: '{topic}', bookNameEn: '{topicEn}' } as const;

/** Publishers with their place and range of books. */
export const publisherBooks: readonly Values[] = [
  { ...monograph, pressName: '科学出版社', publishPlace: '北京', pressLevel: '01' },
  {
    bookType: '03',
    bookName: '{subject}导论',
    bookNameEn: '',
    textbookLevel: '02',
    pressName: '高等教育出版社',
    publishPlace: '北京',
    pressLevel: '01',
  },
  { ...monograph, pressName: '武汉大学出版社', publishPlace: '武汉', pressLevel: '02' },
  {
    bookType: '02',
    bookName: '{subject}案例精选',
    bookNameEn: '',
    pressName: '湖北人民出版社',
    publishPlace: '武汉',
    pressLevel: '02',
  },
  { ...monograph, pressName: '中国社会科学出版社', publishPlace: '北京', pressLevel: '01' },
  {
    bookType: '08',
    bookName: '写给青少年的{subject}',
    bookNameEn: '',
    pressName: '湖北科学技术出版社',
    publishPlace: '武汉',
    pressLevel: '02',
  },
  {
    bookType: '09',
    bookName: '{subject}研究论丛（第{serial}辑）',
    bookNameEn: '',
    pressName: '华中师范大学出版社',
    publishPlace: '武汉',
    pressLevel: '02',
  },
  {
    bookType: '05',
    bookName: '{subject}术语手册',
    bookNameEn: '',
    pressName: '上海辞书出版社',
    publishPlace: '上海',
    pressLevel: '01',
  },
];

/** Activities that the university organises. */
export const heldActivities: readonly Values[] = [
  { activityName: '全国{subject}学术研讨会', activityType: '01', activityLevel: '02' },
  { activityName: '{subject}青年学者论坛', activityType: '03', activityLevel: '03' },
  { activityName: '{subject}前沿讲座', activityType: '02', activityLevel: '05' },
  { activityName: '{subject}课程建设研讨会', activityType: '04', activityLevel: '04' },
  {
    activityName: '{subject}国际学术会议',
    activityType: '01',
    activityLevel: '01',
    isForeign: '1',
  },
  { activityName: '{subject}研究方法研修班', activityType: '06', activityLevel: '03' },
].map((one) => ({ isForeign: '0', hostUnit: '江陵大学', ...one }));

/** External activities that people attend. */
export const attendedActivities: readonly Values[] = [
  {
    activityName: '中国{subject}学会学术年会',
    activityType: '05',
    activityLevel: '02',
    hostUnit: '中国{subject}学会',
    city: '南京',
  },
  {
    activityName: '华中地区{subject}学术交流会',
    activityType: '01',
    activityLevel: '03',
    hostUnit: '湖北省{subject}学会',
    city: '武汉',
  },
  {
    activityName: '{subject}国际会议',
    activityType: '01',
    activityLevel: '01',
    hostUnit: '国际{subject}联合会',
    isForeign: '1',
    country: '702',
    city: '新加坡',
  },
  {
    activityName: '全国高校{subject}教学研讨会',
    activityType: '04',
    activityLevel: '02',
    hostUnit: '中国高等教育学会',
    city: '北京',
  },
].map((one) => ({ isForeign: '0', country: '156', ...one }));
