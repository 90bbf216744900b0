import type { Label } from '@keyan/kernel/label.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import type { ComponentType, ReactNode } from 'react';
import type { Query } from '../client/query.ts';
import type { Text } from '../i18n/language.ts';
import type { ThemeName } from '../theme/tokens.ts';
import type { MenuNode } from './menu.ts';
import type { Route } from './routes.ts';

/** Configuration that the application passes to the console, which knows no page and no word of it. */
export interface ShellConfig {
  readonly routes: readonly Route[];
  /** The home page, also the target of closing all tabs. */
  readonly home: {
    readonly path: string;
    readonly title: Text;
    /** First in the tab bar and not closable, unless false. */
    readonly fixed?: boolean;
  };
  readonly brand: {
    /** Title of the site; `name` is undefined until the server has sent it. */
    readonly title: (name: Label | undefined) => Label;
    /** The call that answers the name of the site. */
    readonly site: string;
    readonly mark: ReactNode;
  };
  /** The icon of a menu entry; undefined shows the first character of its name. */
  readonly icon: (node: MenuNode) => ReactNode;
  /**
   * Numbers beside menu entries: the total of a list. With `codes` only for those who have one of
   * these permissions: the server refuses the list to others.
   */
  readonly counts: readonly {
    readonly menu: string;
    readonly list: string;
    /** Condition on the rows of the list that count; all of them when left out. */
    readonly query?: Query;
    readonly codes?: readonly string[];
  }[];
  readonly bell: BellConfig;
  /**
   * The call that lists public files, if there is one: entries with name, description and files.
   */
  readonly downloads?: { readonly list: string };
  readonly palette: PaletteConfig;
  /** Loads the pages of help, when somebody asks for them. */
  readonly help?: () => Promise<readonly HelpPage[]>;
  /** The call that lists the roles of the signed-in user. */
  readonly roles: string;
  /** The call for preferences: GET reads all, POST `{key, value}` stores one. */
  readonly preferences: string;
  /** Pages in the user menu; the address may depend on the account. */
  readonly pages: {
    readonly profile: (account: string) => string;
    readonly dashboard?: string;
  };
  /** Replaces the console for a user who signed in and has no account here. */
  readonly guest: ComponentType;
  /** Replaces the console until the user has changed the initial password. */
  readonly passwordDue: ComponentType;
  /** The error log of the page. */
  readonly errorLog: {
    /** The call that receives the entries. */
    readonly upload: string;
  };
  /** The page where an account starts after signing in. */
  readonly start: (account: string) => string;
  /** True if an account starts on the home page instead of the first top entry. */
  readonly startsOnHome: (account: string) => boolean;
  /** Loads antd's styles for a custom colour; the same for every theme. */
  readonly loadCustomColour: () => Promise<unknown>;
  /** Loads antd's styles for a theme; resolves when they apply. */
  readonly loadAntdStyles: (theme: ThemeName) => Promise<unknown>;
}

/** Paths of the calls behind the bell. */
export interface BellConfig {
  readonly messages: {
    readonly list: string;
    readonly read: string;
    readonly readAll: string;
    /** Names of the types of messages. */
    readonly types: Dictionary;
  };
  /** Leave it out without notices: the bell then has one list. */
  readonly notices?: {
    readonly list: string;
    readonly detail: string;
    readonly read: string;
    /** Number of notices for the reader (`total`) and of unread ones (`unread`). */
    readonly unread: string;
  };
  readonly stream: string;
  /** The page of all messages, if there is one. */
  readonly page?: string;
  /** The page of the record that a message is about, or undefined. */
  readonly linkOf: (subject: MessageSubject) => Promise<string | undefined>;
}

/** Subject of a message: the resource's key and the id of the record. */
export interface MessageSubject {
  readonly bizKind?: string;
  readonly bizId?: string;
}

/** An item of the command palette beside pages, records and toolbar items. */
export interface PaletteItem {
  readonly key: string;
  readonly label: Text;
  /** The page that it opens. */
  readonly path: string;
  /** The permission code that it needs. */
  readonly permission?: string;
}

/** How the command palette finds records, and the items that the application adds to it. */
export interface PaletteConfig {
  /** The call that finds records: `FoundRecords[]` for `q`. */
  readonly search: string;
  /** Hint on the words by which it finds records, shown until something is typed. */
  readonly hint: Label;
  /** Keys of the resources whose records are people. */
  readonly people: readonly string[];
  readonly items: () => Promise<readonly PaletteItem[]>;
}

/** A page of help, as `shell/help/text.ts` reads it. */
export interface HelpPage {
  readonly key: string;
  /** Aliases of the roles that it is written for. */
  readonly roles: readonly string[];
  readonly text: Label;
}
