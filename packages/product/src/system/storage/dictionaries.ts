import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/**
 * Kind of object store. The key is the name by which clients of the family ask for it. All but the last speak S3.
 */
export const ossServiceType = dictionary(
  'oss',
  ['对象存储类型', 'Object storage type'],
  [
    ['1', 'MinIO 及其他 S3 兼容存储', 'MinIO and other S3-compatible storage'],
    ['2', '七牛云', 'Qiniu'],
    ['3', '阿里云 OSS', 'Alibaba Cloud OSS'],
    ['4', '腾讯云 COS', 'Tencent Cloud COS'],
    ['5', '华为云 OBS', 'Huawei Cloud OBS'],
    ['6', 'Amazon S3', 'Amazon S3'],
    ['9', '本系统自带存储', 'Built-in storage'],
  ],
);
