import { EyeOutlined } from '@ant-design/icons';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isMasked } from '@keyan/kernel/values/mask.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { useClient } from '../client/context.tsx';
import { queryKeysOf, resourceCalls } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { usePermissions } from '../navigation/useMenus.ts';

interface MaskedTextProps {
  readonly resource: Resource;
  readonly id: string;
  readonly spec: FieldSpec;
  /** Path of the field; in a sub-table `labors.<id of the line>.bankAccount`. */
  readonly path: string;
  readonly value: string;
}

/**
 * Renders a masked value and, for readers with the right, a button that shows it unmasked until the
 * page is left.
 */
export const MaskedText = ({ resource, id, spec, path, value }: MaskedTextProps) => {
  const label = useLabel();
  const client = useClient();
  const cache = useQueryClient();
  const permissions = usePermissions();
  const reveal = useMutation({
    mutationFn: () => resourceCalls(client, resource).reveal(id, path),
    onSuccess: () => cache.invalidateQueries({ queryKey: queryKeysOf(resource).history(id) }),
  });
  const code = spec.masked ?? '';
  const what = label(['查看完整内容（会留下记录）', 'Show the whole value (this is recorded)']);
  const closed = isMasked(value) && !reveal.data && permissions.has(code);
  return (
    <span className="ky-masked">
      {reveal.data?.value ?? value}
      {closed && (
        <Tooltip title={what}>
          <Button
            type="text"
            size="small"
            icon={<EyeOutlined />}
            aria-label={`${label(spec.label)}: ${what}`}
            loading={reveal.isPending}
            onClick={() => reveal.mutate()}
          />
        </Tooltip>
      )}
    </span>
  );
};
