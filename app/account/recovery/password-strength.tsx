import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { classNames } from '#app/ui/class-names.ts';
import { passwordStrength, type PasswordStrength as Strength } from '#domain/account/password.ts';
import { msg } from '#domain/language/message.ts';

const levels: Record<Strength, { bars: number; text: MessageDescriptor; color: string }> = {
  weak: { bars: 1, text: msg`Easy to guess`, color: 'bg-danger' },
  fair: { bars: 2, text: msg`Could be longer`, color: 'bg-warning' },
  good: { bars: 3, text: msg({ message: 'Good', context: 'password' }), color: 'bg-success' },
  strong: { bars: 4, text: msg`Very strong`, color: 'bg-success' },
};

/** How hard a password is to guess, while it is typed. Only advice: the rules are in the form's schema. */
export function PasswordStrength({
  password,
  knownAbout,
}: {
  password: string;
  knownAbout: readonly string[];
}) {
  const { t } = useLingui();
  const level = password === '' ? null : levels[passwordStrength(password, knownAbout)];
  return (
    <div className="mt-1.5 -mb-1.5 flex min-h-6 items-center gap-3">
      {level && (
        <div aria-hidden="true" className="flex w-32 gap-1">
          {[1, 2, 3, 4].map((bar) => (
            <span
              key={bar}
              className={classNames('h-1.5 flex-1 rounded-full', bar <= level.bars ? level.color : 'bg-line')}
            />
          ))}
        </div>
      )}
      <p role="status" className="text-sm text-muted">
        {level && (
          <>
            <span className="sr-only">
              <Trans>Password strength:</Trans>{' '}
            </span>
            {t(level.text)}
          </>
        )}
      </p>
    </div>
  );
}
