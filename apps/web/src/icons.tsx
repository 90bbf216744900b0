import {
  ApartmentOutlined,
  ApiOutlined,
  BarChartOutlined,
  BugOutlined,
  CarryOutOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  ControlOutlined,
  CopyOutlined,
  DownloadOutlined,
  FileTextOutlined,
  FlagOutlined,
  FolderOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  LoginOutlined,
  MessageOutlined,
  MoneyCollectOutlined,
  NotificationOutlined,
  ProjectOutlined,
  SendOutlined,
  SettingOutlined,
  TeamOutlined,
  TrophyOutlined,
  UserAddOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { MenuNode } from '@keyan/console/navigation/menu.ts';
import type { MenuIcon } from '@keyan/product/system/menus/icon-names.ts';
import type { ComponentType, ReactNode } from 'react';

/**
 * Icons that a menu entry may name in `source`. Each takes a kilobyte, so only icons in use are
 * here.
 */
const icons: Readonly<Record<MenuIcon, ComponentType>> = {
  ApartmentOutlined,
  BugOutlined,
  BarChartOutlined,
  CarryOutOutlined,
  ProjectOutlined,
  CheckSquareOutlined,
  ClockCircleOutlined,
  ApiOutlined,
  ControlOutlined,
  CopyOutlined,
  DownloadOutlined,
  FileTextOutlined,
  FlagOutlined,
  FolderOutlined,
  HomeOutlined,
  IdcardOutlined,
  InboxOutlined,
  LoginOutlined,
  MessageOutlined,
  MoneyCollectOutlined,
  NotificationOutlined,
  SendOutlined,
  SettingOutlined,
  TeamOutlined,
  TrophyOutlined,
  UserAddOutlined,
  UserOutlined,
};

/** Renders the icon of a menu entry by its source; undefined for an unknown one. */
export const menuIcon = (node: MenuNode): ReactNode => {
  const Icon = icons[node.source as MenuIcon];
  if (Icon) return <Icon />;
  return node.id === 'home' ? <HomeOutlined /> : undefined;
};
