CREATE TABLE `adoption` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`study_id` text NOT NULL,
	`metric` text NOT NULL,
	`outcome` text NOT NULL,
	`ensemble` text,
	`recommended` text NOT NULL,
	`declaration_id` text,
	`acknowledged` text,
	`figures` text NOT NULL,
	`reason` text NOT NULL,
	`decided_by` text,
	`decided_by_name` text NOT NULL,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`declaration_id`) REFERENCES `declaration`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `adoption_metric` ON `adoption` (`project_id`,`metric`,`decided_at`);--> statement-breakpoint
CREATE TABLE `declaration` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text NOT NULL,
	`revision` integer NOT NULL,
	`declared` text NOT NULL,
	`reason` text NOT NULL,
	`labels` integer NOT NULL,
	`opened` integer NOT NULL,
	`declared_by` text,
	`declared_by_name` text NOT NULL,
	`declared_at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `declaration_revision` ON `declaration` (`study_id`,`revision`);--> statement-breakpoint
CREATE TABLE `figure_opening` (
	`study_id` text PRIMARY KEY NOT NULL,
	`declaration_id` text,
	`labels` integer NOT NULL,
	`opened_by` text,
	`opened_by_name` text NOT NULL,
	`opened_at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`declaration_id`) REFERENCES `declaration`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`project_id` text,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`detail` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_project` ON `audit` (`project_id`,`id`);--> statement-breakpoint
CREATE TABLE `checklist_item` (
	`id` text PRIMARY KEY NOT NULL,
	`query_id` text NOT NULL,
	`key` text NOT NULL,
	`text` text NOT NULL,
	`kind` text NOT NULL,
	`weight` real,
	`dimension` text,
	`explanation` text,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`query_id`) REFERENCES `query`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `checklist_item_key` ON `checklist_item` (`query_id`,`key`);--> statement-breakpoint
CREATE TABLE `dataset_version` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`content_hash` text NOT NULL,
	`content` text NOT NULL,
	`queries` integer NOT NULL,
	`items` integer NOT NULL,
	`frozen_by` text,
	`frozen_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `dataset_version_number` ON `dataset_version` (`project_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `dataset_version_hash` ON `dataset_version` (`project_id`,`content_hash`);--> statement-breakpoint
CREATE TABLE `project` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_slug_unique` ON `project` (`slug`);--> statement-breakpoint
CREATE TABLE `query` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`qid` text NOT NULL,
	`text` text NOT NULL,
	`domain` text,
	`category` text,
	`language` text,
	`origin` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `query_qid` ON `query` (`project_id`,`qid`);--> statement-breakpoint
CREATE TABLE `report` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`system_id` text NOT NULL,
	`query_id` text NOT NULL,
	`markdown` text NOT NULL,
	`sha256` text NOT NULL,
	`collected_at` text,
	`source` text NOT NULL,
	`imported_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`system_id`) REFERENCES `system`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`query_id`) REFERENCES `query`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `report_system_query` ON `report` (`system_id`,`query_id`);--> statement-breakpoint
CREATE INDEX `report_project` ON `report` (`project_id`);--> statement-breakpoint
CREATE INDEX `report_query` ON `report` (`query_id`);--> statement-breakpoint
CREATE TABLE `report_length` (
	`report_id` text PRIMARY KEY NOT NULL,
	`characters` integer NOT NULL,
	`words` integer NOT NULL,
	`bare_characters` integer NOT NULL,
	`bare_words` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `system` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`provider` text,
	`family` text,
	`backbone` text,
	`category` text,
	`collected_how` text,
	`collected_at` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `system_name` ON `system` (`project_id`,`name`);--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`purpose` text NOT NULL,
	`project_id` text,
	`role` text,
	`user_id` text,
	`note` text DEFAULT '' NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`used_by` text,
	`revoked_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`created_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`used_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_token` ON `invitation` (`token_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_one_set_up` ON `invitation` (`purpose`) WHERE purpose = 'set-up' and used_at is null and revoked_at is null;--> statement-breakpoint
CREATE TABLE `membership` (
	`project_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`project_id`, `user_id`, `role`),
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `sign_in_failure` (
	`subject` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`since` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text,
	`admin` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`disabled_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `call` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`report_id` text NOT NULL,
	`metric` text NOT NULL,
	`judge_id` text NOT NULL,
	`repeat` integer DEFAULT 0 NOT NULL,
	`key` text NOT NULL,
	`outcome` text NOT NULL,
	`reply` text,
	`error` text,
	`status` integer,
	`attempts` integer NOT NULL,
	`cached` integer NOT NULL,
	`model_version` text,
	`input_tokens` integer,
	`output_tokens` integer,
	`cost` real,
	`milliseconds` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `call_key` ON `call` (`key`) WHERE outcome = 'reply';--> statement-breakpoint
CREATE INDEX `call_run_key` ON `call` (`run_id`,`key`);--> statement-breakpoint
CREATE INDEX `call_task` ON `call` (`run_id`,`report_id`,`metric`,`judge_id`,`repeat`);--> statement-breakpoint
CREATE TABLE `judge` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`spec` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`base_url` text,
	`settings` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `judge_fingerprint` ON `judge` (`project_id`,`fingerprint`);--> statement-breakpoint
CREATE TABLE `page_content` (
	`hash` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `page_fetch` (
	`run_id` text NOT NULL,
	`url_key` text NOT NULL,
	`url` text NOT NULL,
	`outcome` text NOT NULL,
	`note` text NOT NULL,
	`status` integer,
	`final_url` text,
	`title` text,
	`content_hash` text,
	`origin` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `url_key`),
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`content_hash`) REFERENCES `page_content`(`hash`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `page_fetch_key` ON `page_fetch` (`url_key`);--> statement-breakpoint
CREATE TABLE `page_supplied` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`url_key` text NOT NULL,
	`url` text NOT NULL,
	`title` text,
	`content_hash` text NOT NULL,
	`supplied_by` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`content_hash`) REFERENCES `page_content`(`hash`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `page_supplied_key` ON `page_supplied` (`project_id`,`url_key`);--> statement-breakpoint
CREATE TABLE `run` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`version_id` text NOT NULL,
	`origin` text DEFAULT 'scored' NOT NULL,
	`status` text NOT NULL,
	`problem` text,
	`options` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`lease_owner` text,
	`lease_until` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`version_id`) REFERENCES `dataset_version`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `run_number` ON `run` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `run_judge` (
	`run_id` text NOT NULL,
	`judge_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`run_id`, `judge_id`),
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `run_metric` (
	`run_id` text NOT NULL,
	`metric` text NOT NULL,
	`prompt_name` text NOT NULL,
	`prompt_version` text NOT NULL,
	`prompt_hash` text NOT NULL,
	`settings` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`run_id`, `metric`),
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `run_report` (
	`run_id` text NOT NULL,
	`report_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`run_id`, `report_id`),
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `verdict` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`report_id` text NOT NULL,
	`metric` text NOT NULL,
	`judge_id` text NOT NULL,
	`repeat` integer DEFAULT 0 NOT NULL,
	`kind` text DEFAULT 'item' NOT NULL,
	`item` text NOT NULL,
	`text` text,
	`state` text NOT NULL,
	`label` text,
	`rationale` text NOT NULL,
	`evidence` text NOT NULL,
	`detail` text,
	`reason` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `verdict_unit` ON `verdict` (`run_id`,`report_id`,`metric`,`judge_id`,`item`,`repeat`);--> statement-breakpoint
CREATE TABLE `assignment` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text NOT NULL,
	`user_id` text NOT NULL,
	`report_id` text NOT NULL,
	`position` integer NOT NULL,
	`opened_at` integer,
	`revealed_at` integer,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `assignment_person_report` ON `assignment` (`study_id`,`user_id`,`report_id`);--> statement-breakpoint
CREATE TABLE `assignment_item` (
	`assignment_id` text NOT NULL,
	`study_item_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`assignment_id`, `study_item_id`),
	FOREIGN KEY (`assignment_id`) REFERENCES `assignment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `assignment_item_item` ON `assignment_item` (`study_item_id`);--> statement-breakpoint
CREATE TABLE `draft` (
	`user_id` text NOT NULL,
	`study_item_id` text NOT NULL,
	`content` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `study_item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `human_verdict` (
	`id` text PRIMARY KEY NOT NULL,
	`assignment_id` text NOT NULL,
	`study_item_id` text NOT NULL,
	`user_id` text NOT NULL,
	`phase` text NOT NULL,
	`revision` integer NOT NULL,
	`label` text,
	`note` text NOT NULL,
	`passages` text NOT NULL,
	`seconds` real,
	`idempotency_key` text NOT NULL,
	`committed_at` integer NOT NULL,
	FOREIGN KEY (`assignment_id`) REFERENCES `assignment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `human_verdict_idempotency_key_unique` ON `human_verdict` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `human_verdict_revision` ON `human_verdict` (`study_item_id`,`user_id`,`phase`,`revision`);--> statement-breakpoint
CREATE TABLE `preference` (
	`id` text PRIMARY KEY NOT NULL,
	`study_item_id` text NOT NULL,
	`user_id` text NOT NULL,
	`revision` integer NOT NULL,
	`choice` text NOT NULL,
	`judge_ids` text NOT NULL,
	`reasons` text NOT NULL,
	`note` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`committed_at` integer NOT NULL,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `preference_idempotency_key_unique` ON `preference` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `preference_revision` ON `preference` (`study_item_id`,`user_id`,`revision`);--> statement-breakpoint
CREATE TABLE `reveal` (
	`user_id` text NOT NULL,
	`study_item_id` text NOT NULL,
	`aliases` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `study_item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `study` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`run_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`metric` text NOT NULL,
	`seed` integer NOT NULL,
	`overlap` integer NOT NULL,
	`reveal` text NOT NULL,
	`guideline` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `study_number` ON `study` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `study_item` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text NOT NULL,
	`report_id` text NOT NULL,
	`item` text NOT NULL,
	`text` text NOT NULL,
	`stratum` text NOT NULL,
	`inclusion_probability` real NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `study_item_unit` ON `study_item` (`study_id`,`report_id`,`item`);
--> statement-breakpoint
-- What is committed stays: these tables take inserts only.
CREATE TRIGGER `audit_no_update` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `human_verdict_no_update` BEFORE UPDATE ON `human_verdict` BEGIN SELECT RAISE(ABORT, 'human_verdict is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `human_verdict_no_delete` BEFORE DELETE ON `human_verdict` BEGIN SELECT RAISE(ABORT, 'human_verdict is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `preference_no_update` BEFORE UPDATE ON `preference` BEGIN SELECT RAISE(ABORT, 'preference is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `preference_no_delete` BEFORE DELETE ON `preference` BEGIN SELECT RAISE(ABORT, 'preference is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `dataset_version_no_update` BEFORE UPDATE ON `dataset_version` BEGIN SELECT RAISE(ABORT, 'dataset_version is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `dataset_version_no_delete` BEFORE DELETE ON `dataset_version` BEGIN SELECT RAISE(ABORT, 'dataset_version is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_no_update` BEFORE UPDATE ON `adoption` BEGIN SELECT RAISE(ABORT, 'adoption is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_no_delete` BEFORE DELETE ON `adoption` BEGIN SELECT RAISE(ABORT, 'adoption is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `declaration_no_update` BEFORE UPDATE ON `declaration` BEGIN SELECT RAISE(ABORT, 'declaration is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `declaration_no_delete` BEFORE DELETE ON `declaration` BEGIN SELECT RAISE(ABORT, 'declaration is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `figure_opening_no_update` BEFORE UPDATE ON `figure_opening` BEGIN SELECT RAISE(ABORT, 'figure_opening is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `figure_opening_no_delete` BEFORE DELETE ON `figure_opening` BEGIN SELECT RAISE(ABORT, 'figure_opening is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `report_text_stays` BEFORE UPDATE OF `markdown`, `sha256`, `system_id`, `query_id` ON `report` BEGIN SELECT RAISE(ABORT, 'the text of a report never changes'); END;
