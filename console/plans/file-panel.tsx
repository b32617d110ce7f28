import type { PlansFile } from '#contract/console/plan-shapes.ts'
import { Panel } from '../panel/panel.tsx'
import { ChangedFields } from './changed-fields.tsx'

/** How `content/plans.json` differs from the plans on sale; nothing of it is applied by itself. */
export function FilePanel({ file: { changes, isInOrder, unlisted } }: { file: PlansFile }) {
  const isSame = changes.length === 0 && isInOrder && unlisted.length === 0
  return (
    <Panel
      title="与 content/plans.json 比较"
      {...(changes.length > 0 && { count: changes.length })}
    >
      <div className="panel-note">
        {isSame ? (
          <p>一致。</p>
        ) : (
          <>
            <p>
              文件与数据库不同。出售的是数据库里的套餐；文件不会自动应用，要照它修改，请在终端运行{' '}
              <code>npm run operator -- plans apply content/plans.json</code>。
              {(changes.length > 0 || !isInOrder) && '下面是那样做会有的变化。'}
            </p>
            {changes.length > 0 && (
              <ul className="file-changes">
                {changes.map(({ id, name, title, fields }) => (
                  <li key={id}>
                    <strong>{name}</strong> <small className="faint">{id}</small> {title}
                    <ChangedFields fields={fields} />
                  </li>
                ))}
              </ul>
            )}
            {!isInOrder && <p>顺序与文件里的不同。</p>}
            {unlisted.length > 0 && (
              <p>文件里没有、仍然在售：{unlisted.map(({ name }) => name).join('、')}。</p>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}
