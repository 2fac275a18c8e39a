import { Trans } from '@lingui/react/macro';
import { unlistedMeta } from '#app/shared/meta.ts';
import { ConsentRegister } from '#app/signing/consents/register.tsx';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/manage/consents', {
  title: msg`Consents`,
  description: msg`For staff: consents to use and disclose tax information.`,
});

export default function ConsentRegisterPage() {
  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <h1 className="text-xl">
        <Trans>Consents</Trans>
      </h1>
      <ConsentRegister />
    </div>
  );
}
