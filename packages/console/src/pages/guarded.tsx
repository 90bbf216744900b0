import type { View } from '@keyan/kernel/definition/resource.ts';
import { Activity, type ComponentType, useState } from 'react';
import { useKnownPermissions } from '../navigation/useMenus.ts';
import { mayOpenView } from '../presentation/resources.tsx';
import { PermissionDenied } from './ErrorPages.tsx';

/**
 * Returns a component that renders the page for users with any permission of one of the views;
 * others see which role has it. The page is rendered until the permissions are loaded; the server
 * checks every call.
 */
export const guardedPage = (views: readonly View[], Page: ComponentType): ComponentType => {
  const Guarded = () => {
    const permissions = useKnownPermissions();
    const isShut =
      permissions !== undefined && !views.some((view) => mayOpenView(view, permissions));
    // If a permission is lost while the page is open, the page is hidden but stays mounted, so that
    // typed text survives if the permission returns.
    const [wasOpen] = useState(!isShut);
    return (
      <>
        {isShut && <PermissionDenied page={views[0]?.code} />}
        {(wasOpen || !isShut) && (
          <Activity mode={isShut ? 'hidden' : 'visible'}>
            <Page />
          </Activity>
        )}
      </>
    );
  };
  return Guarded;
};
