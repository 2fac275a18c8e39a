import { classNames } from '#app/ui/class-names.ts';
import { passwordStrength, type PasswordStrength as Strength } from '#domain/account/password.ts';

const levels: Record<Strength, { bars: number; text: string; color: string }> = {
  weak: { bars: 1, text: 'Easy to guess', color: 'bg-danger' },
  fair: { bars: 2, text: 'Could be longer', color: 'bg-warning' },
  good: { bars: 3, text: 'Good', color: 'bg-success' },
  strong: { bars: 4, text: 'Very strong', color: 'bg-success' },
};

/** How hard a password is to guess, while it is typed. Only advice: the rules are in the form's schema. */
export function PasswordStrength({
  password,
  knownAbout,
}: {
  password: string;
  knownAbout: readonly string[];
}) {
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
            <span className="sr-only">Password strength: </span>
            {level.text}
          </>
        )}
      </p>
    </div>
  );
}
