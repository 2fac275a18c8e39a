// Commit subjects: "part: verb ..., because or what for", in the imperative, so that a log reads as a list of acts.
const MAX_LENGTH = 72;
const SUBJECT = /^(?<parts>[a-z0-9][a-z0-9 ,./-]*): (?<first>[a-z]+)/;
/** A subject begins with one of these only if it says what is, not what the commit does. */
const NO_VERBS =
  /^(?:an?|the|no|one|two|each|every|all|some|what|who|how|where|when|it|its|this|plain|more|new)$/;
/** "adds", "added", "adding". Not "pass", "need", "bring". */
const NOT_IMPERATIVE = /[^su]s$|[^e]ed$|[a-z]{3}(?<!br)ing$/;

/**
 * What is wrong with the subjects of commits.
 * @param {string[]} subjects
 * @returns {string[]} one sentence for each problem
 */
export function subjectProblems(subjects) {
  return subjects.flatMap((subject) => {
    const first = SUBJECT.exec(subject)?.groups?.first;
    return [
      ...(subject.length > MAX_LENGTH
        ? [`"${subject}" has ${subject.length} characters; ${MAX_LENGTH} is the most.`]
        : []),
      ...(first === undefined ? [`"${subject}" is not "part: verb ...".`] : []),
      ...(first !== undefined && (NO_VERBS.test(first) || NOT_IMPERATIVE.test(first))
        ? [`"${subject}" does not begin with what it does: "add", "refuse", "keep".`]
        : []),
    ];
  });
}
