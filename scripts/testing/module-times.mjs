// A reporter of Vitest, because its JSON report leaves out hooks and imports: in files that start a server, most of the
// time. Writes a list of the files of the run to MODULE_TIMES.
import { writeFile } from 'node:fs/promises';

export default class ModuleTimes {
  async onTestRunEnd(modules) {
    const times = modules.map((module) => {
      const { collectDuration, setupDuration, prepareDuration, duration } = module.diagnostic();
      const tests = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped');
      return {
        project: module.project.name,
        path: module.moduleId,
        tests: tests.length,
        seconds: (collectDuration + setupDuration + prepareDuration + duration) / 1000,
      };
    });
    await writeFile(process.env.MODULE_TIMES, JSON.stringify(times));
  }
}
