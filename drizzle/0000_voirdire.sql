CREATE TABLE `adoption` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`study_id` text NOT NULL,
	`run_id` text,
	`metric` text NOT NULL,
	`outcome` text NOT NULL,
	`ensemble` text,
	`served` text,
	`recommended` text NOT NULL,
	`preregistration_id` text,
	`acknowledged` text,
	`figures` text NOT NULL,
	`reason` text NOT NULL,
	`decided_by` text,
	`decided_by_name` text NOT NULL,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`preregistration_id`) REFERENCES `preregistration`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `adoption_metric` ON `adoption` (`project_id`,`metric`,`decided_at`);--> statement-breakpoint
CREATE TABLE `adoption_confirmation` (
	`id` text PRIMARY KEY NOT NULL,
	`adoption_id` text NOT NULL,
	`served` text NOT NULL,
	`changed` text NOT NULL,
	`reason` text NOT NULL,
	`confirmed_by` text,
	`confirmed_by_name` text NOT NULL,
	`confirmed_at` integer NOT NULL,
	FOREIGN KEY (`adoption_id`) REFERENCES `adoption`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `adoption_confirmation_adoption` ON `adoption_confirmation` (`adoption_id`,`confirmed_at`);--> statement-breakpoint
CREATE TABLE `embargo_lift` (
	`study_id` text PRIMARY KEY NOT NULL,
	`preregistration_id` text,
	`labels` integer NOT NULL,
	`lifted_by` text,
	`lifted_by_name` text NOT NULL,
	`lifted_at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`preregistration_id`) REFERENCES `preregistration`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `judge_card` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`adoption_id` text NOT NULL,
	`number` integer NOT NULL,
	`bundle` text NOT NULL,
	`sha256` text NOT NULL,
	`made_by` text,
	`made_by_name` text NOT NULL,
	`made_at` integer NOT NULL,
	`checked_at` integer,
	`checked_outcome` text,
	`checked_valid` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`adoption_id`) REFERENCES `adoption`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `judge_card_number` ON `judge_card` (`project_id`,`number`);--> statement-breakpoint
CREATE INDEX `judge_card_adoption` ON `judge_card` (`adoption_id`);--> statement-breakpoint
CREATE TABLE `preregistration` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text NOT NULL,
	`revision` integer NOT NULL,
	`analysis_plan` text NOT NULL,
	`reason` text NOT NULL,
	`labels` integer NOT NULL,
	`opened` integer NOT NULL,
	`preregistered_by` text,
	`preregistered_by_name` text NOT NULL,
	`preregistered_at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `preregistration_revision` ON `preregistration` (`study_id`,`revision`);--> statement-breakpoint
CREATE TABLE `api_answer` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`request` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `api_answer_at` ON `api_answer` (`at`);--> statement-breakpoint
CREATE TABLE `api_token` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`prefix` text NOT NULL,
	`hash` text NOT NULL,
	`scopes` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_token_hash` ON `api_token` (`hash`);--> statement-breakpoint
CREATE INDEX `api_token_user` ON `api_token` (`user_id`);--> statement-breakpoint
CREATE TABLE `mail` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`user_id` text,
	`event` text,
	`events` integer NOT NULL,
	`invitation_id` text,
	`language` text,
	`state` text NOT NULL,
	`tries` integer NOT NULL,
	`next_at` integer NOT NULL,
	`problem` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`invitation_id`) REFERENCES `invitation`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `mail_due` ON `mail` (`state`,`next_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `mail_one_waiting` ON `mail` (`user_id`,`project_id`,`event`) WHERE state = 'waiting' and event is not null;--> statement-breakpoint
CREATE UNIQUE INDEX `mail_one_invitation` ON `mail` (`invitation_id`) WHERE state = 'waiting' and invitation_id is not null;--> statement-breakpoint
CREATE TABLE `mail_choice` (
	`user_id` text PRIMARY KEY NOT NULL,
	`events` text NOT NULL,
	`language` text NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`event` text NOT NULL,
	`lasting` text,
	`data` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `notice_lasting` ON `notice` (`project_id`,`event`,`lasting`);--> statement-breakpoint
CREATE TABLE `share_link` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`thing_id` text,
	`label` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	`used_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `share_link_token` ON `share_link` (`token_hash`);--> statement-breakpoint
CREATE TABLE `webhook` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`paused_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_project` ON `webhook` (`project_id`);--> statement-breakpoint
CREATE TABLE `webhook_delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`webhook_id` text NOT NULL,
	`notice_id` text NOT NULL,
	`state` text NOT NULL,
	`tries` integer NOT NULL,
	`next_at` integer NOT NULL,
	`status` integer,
	`problem` text,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`notice_id`) REFERENCES `notice`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `webhook_delivery_due` ON `webhook_delivery` (`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_webhook` ON `webhook_delivery` (`webhook_id`);--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`actor_id` text,
	`actor_name` text NOT NULL,
	`project_id` text,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`detail` text NOT NULL,
	`previous` text NOT NULL,
	`hash` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `audit_project` ON `audit` (`project_id`,`id`);--> statement-breakpoint
CREATE TABLE `checklist_item` (
	`id` text PRIMARY KEY NOT NULL,
	`query_id` text NOT NULL,
	`key` text NOT NULL,
	`text` text NOT NULL,
	`placeholder_free` text,
	`kind` text NOT NULL,
	`weight` real,
	`dimension` text,
	`explanation` text,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer,
	`archived_at` integer,
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
	`created_at` integer NOT NULL,
	`archived_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `project_slug_unique` ON `project` (`slug`);--> statement-breakpoint
CREATE TABLE `query` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`qid` text NOT NULL,
	`qid_key` text NOT NULL,
	`text` text NOT NULL,
	`placeholder_free` text,
	`domain` text,
	`category` text,
	`language` text,
	`origin` text NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`retired_at` integer,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `query_qid` ON `query` (`project_id`,`qid_key`);--> statement-breakpoint
CREATE TABLE `query_material` (
	`id` text PRIMARY KEY NOT NULL,
	`query_id` text NOT NULL,
	`suite` text NOT NULL,
	`revision` integer NOT NULL,
	`content` text NOT NULL,
	`content_hash` text NOT NULL,
	`origin` text NOT NULL,
	`reason` text NOT NULL,
	`made_by` text,
	`made_by_name` text NOT NULL,
	`made_at` integer NOT NULL,
	FOREIGN KEY (`query_id`) REFERENCES `query`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `query_material_revision` ON `query_material` (`query_id`,`suite`,`revision`);--> statement-breakpoint
CREATE TABLE `report` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`system_id` text NOT NULL,
	`query_id` text NOT NULL,
	`sha256` text NOT NULL,
	`collected_at` text,
	`source` text NOT NULL,
	`imported_at` integer NOT NULL,
	`revision` integer DEFAULT 1 NOT NULL,
	`replaced_at` integer,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`system_id`) REFERENCES `system`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`query_id`) REFERENCES `query`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`sha256`) REFERENCES `report_text`(`hash`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `report_system_query` ON `report` (`system_id`,`query_id`,`revision`);--> statement-breakpoint
CREATE INDEX `report_project` ON `report` (`project_id`);--> statement-breakpoint
CREATE INDEX `report_query` ON `report` (`query_id`);--> statement-breakpoint
CREATE INDEX `report_sha256` ON `report` (`sha256`);--> statement-breakpoint
CREATE TABLE `report_length` (
	`report_id` text PRIMARY KEY NOT NULL,
	`characters` integer NOT NULL,
	`words` integer NOT NULL,
	`bare_characters` integer NOT NULL,
	`bare_words` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_text` (
	`hash` text PRIMARY KEY NOT NULL,
	`markdown` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_tokens` (
	`report_id` text NOT NULL,
	`encoding` text NOT NULL,
	`tokens` integer NOT NULL,
	`bare_tokens` integer NOT NULL,
	PRIMARY KEY(`report_id`, `encoding`),
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `report_trace` (
	`report_id` text PRIMARY KEY NOT NULL,
	`searches` integer,
	`pages` integer,
	`tokens` integer,
	`imported_at` integer NOT NULL,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `system` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`provider` text,
	`family` text,
	`backbone` text,
	`category` text,
	`budget` text,
	`collected_how` text,
	`collected_at` text,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `system_name` ON `system` (`project_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `deletion` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`entity_id` text NOT NULL,
	`rows` text NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `deletion_row` (
	`deletion_id` text NOT NULL,
	`of_table` text NOT NULL,
	`row` integer NOT NULL,
	PRIMARY KEY(`of_table`, `row`),
	FOREIGN KEY (`deletion_id`) REFERENCES `deletion`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `deletion_row_deletion` ON `deletion_row` (`deletion_id`);--> statement-breakpoint
CREATE TABLE `inbox_read` (
	`user_id` text NOT NULL,
	`entry` text NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `entry`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`purpose` text NOT NULL,
	`project_id` text,
	`role` text,
	`user_id` text,
	`note` text DEFAULT '' NOT NULL,
	`email` text,
	`name` text DEFAULT '' NOT NULL,
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
CREATE TABLE `known_place` (
	`user_id` text NOT NULL,
	`place` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `place`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
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
CREATE TABLE `oidc_identity` (
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`issuer`, `subject`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `oidc_identity_user` ON `oidc_identity` (`user_id`);--> statement-breakpoint
CREATE TABLE `recovery_code` (
	`user_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`user_id`, `hash`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `second_factor` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`created_at` integer NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `sent_form` (
	`key` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`browser` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `setting` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `sign_in_try` (
	`subject` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`since` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `sign_in_try_since` ON `sign_in_try` (`since`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`password_hash` text,
	`admin` integer DEFAULT false NOT NULL,
	`language` text,
	`keys` text,
	`created_at` integer NOT NULL,
	`disabled_at` integer,
	`erased_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `batch` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`judge` text NOT NULL,
	`name` text NOT NULL,
	`remote_id` text,
	`lines` text NOT NULL,
	`at` integer NOT NULL,
	`ended_at` integer,
	`problem` text,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `batch_run` ON `batch` (`run_id`);--> statement-breakpoint
CREATE TABLE `call` (
	`id` integer PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`report_id` text,
	`unit_id` text,
	`metric` text NOT NULL,
	`judge_id` text NOT NULL,
	`repeat` integer DEFAULT 0 NOT NULL,
	`key` text NOT NULL,
	`role` text,
	`player` text,
	`outcome` text NOT NULL,
	`reply` text,
	`error` text,
	`status` integer,
	`attempts` integer NOT NULL,
	`unanswered` integer DEFAULT 0 NOT NULL,
	`cached` integer NOT NULL,
	`model_version` text,
	`backend` text,
	`input_tokens` integer,
	`output_tokens` integer,
	`cached_tokens` integer,
	`cache_write_tokens` integer,
	`searches` integer,
	`pages_read` integer,
	`cost` real,
	`milliseconds` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `making_unit`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `call_key` ON `call` (`key`);--> statement-breakpoint
CREATE INDEX `call_task` ON `call` (`run_id`,`report_id`,`metric`,`judge_id`,`repeat`);--> statement-breakpoint
CREATE INDEX `call_unit` ON `call` (`unit_id`) WHERE "call"."unit_id" is not null;--> statement-breakpoint
CREATE TABLE `judge` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`spec` text NOT NULL,
	`provider` text NOT NULL,
	`model` text NOT NULL,
	`base_url` text,
	`server` text,
	`settings` text NOT NULL,
	`fingerprint` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `judge_fingerprint` ON `judge` (`project_id`,`fingerprint`);--> statement-breakpoint
CREATE TABLE `made` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`unit_id` text NOT NULL,
	`judge_id` text NOT NULL,
	`repeat` integer DEFAULT 0 NOT NULL,
	`item` text NOT NULL,
	`state` text NOT NULL,
	`text` text NOT NULL,
	`why` text NOT NULL,
	`data` text,
	`reason` text,
	`at` integer NOT NULL,
	`decision` text,
	`decision_text` text,
	`placed` text,
	`decided_by` text,
	`decided_at` integer,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`unit_id`) REFERENCES `making_unit`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `made_once` ON `made` (`run_id`,`unit_id`,`judge_id`,`repeat`,`item`);--> statement-breakpoint
CREATE INDEX `made_unit` ON `made` (`unit_id`,`decision`);--> statement-breakpoint
CREATE TABLE `making_unit` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`source` text NOT NULL,
	`source_id` text NOT NULL,
	`label` text NOT NULL,
	`input` text NOT NULL,
	`revision` integer,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `making_unit_once` ON `making_unit` (`run_id`,`source`,`source_id`);--> statement-breakpoint
CREATE INDEX `making_unit_source` ON `making_unit` (`source`,`source_id`);--> statement-breakpoint
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
	`kind` text DEFAULT 'scoring' NOT NULL,
	`version_id` text,
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
	`crashes` integer DEFAULT 0 NOT NULL,
	`pinned_at` integer,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`version_id`) REFERENCES `dataset_version`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `run_number` ON `run` (`project_id`,`kind`,`number`);--> statement-breakpoint
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
CREATE TABLE `search` (
	`run_id` text NOT NULL,
	`key` text NOT NULL,
	`query` text NOT NULL,
	`count` integer NOT NULL,
	`before` text,
	`provider` text NOT NULL,
	`outcome` text NOT NULL,
	`note` text NOT NULL,
	`results` text NOT NULL,
	`cost` real,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `key`),
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `search_key` ON `search` (`key`);--> statement-breakpoint
CREATE TABLE `served_version` (
	`run_id` text NOT NULL,
	`judge_id` text NOT NULL,
	`role` text NOT NULL,
	`player` text NOT NULL,
	`version` text NOT NULL,
	`backend` text NOT NULL,
	`calls` integer NOT NULL,
	`reused` integer NOT NULL,
	`first_at` integer,
	`last_at` integer,
	PRIMARY KEY(`run_id`, `judge_id`, `role`, `player`, `version`, `backend`),
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `verdict` (
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
	`prose` integer DEFAULT false NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`run_id`, `report_id`, `metric`, `judge_id`, `item`, `repeat`),
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `reported_figure` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`form` text NOT NULL,
	`system` text NOT NULL,
	`qid` text NOT NULL,
	`judge` text NOT NULL,
	`figure` text NOT NULL,
	`value` real,
	`words` text,
	`source` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `reported_figure_name` ON `reported_figure` (`project_id`,`form`,`system`,`qid`,`judge`,`figure`);--> statement-breakpoint
CREATE TABLE `rubric` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`metric` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`title` text NOT NULL,
	`hash` text NOT NULL,
	`content` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `rubric_hash` ON `rubric` (`project_id`,`hash`);--> statement-breakpoint
CREATE TABLE `study` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`run_id` text,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`metric` text NOT NULL,
	`kind` text DEFAULT 'checklist-item',
	`settings` text DEFAULT '{}' NOT NULL,
	`seed` integer NOT NULL,
	`overlap` integer NOT NULL,
	`reveal` text NOT NULL,
	`guideline` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`paused_at` integer,
	`resumed_at` integer,
	`leases` text,
	`created_by` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `study_number` ON `study` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `study_guideline` (
	`study_id` text NOT NULL,
	`number` integer NOT NULL,
	`markdown` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `number`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `study_unblinding` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text NOT NULL,
	`user_id` text,
	`name` text NOT NULL,
	`reason` text NOT NULL,
	`labels` integer NOT NULL,
	`open` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `study_unblinding_study` ON `study_unblinding` (`study_id`);--> statement-breakpoint
CREATE TABLE `gold_answer` (
	`study_item_id` text PRIMARY KEY NOT NULL,
	`label` text NOT NULL,
	`reason` text NOT NULL,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `study_batch` (
	`study_id` text NOT NULL,
	`number` integer NOT NULL,
	`seed` integer NOT NULL,
	`sample` text NOT NULL,
	`available` integer NOT NULL,
	`drawn` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`study_id`, `number`),
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `study_item` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text NOT NULL,
	`report_id` text NOT NULL,
	`item` text NOT NULL,
	`unit_kind` text DEFAULT 'item' NOT NULL,
	`unit_key` text,
	`judge_id` text,
	`text` text NOT NULL,
	`material` text DEFAULT '{}' NOT NULL,
	`batch` integer DEFAULT 1 NOT NULL,
	`purpose` text DEFAULT 'sample' NOT NULL,
	`stratum` text NOT NULL,
	`inclusion_probability` real NOT NULL,
	`overall_probability` real,
	`position` integer NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `study_item_unit` ON `study_item` (`study_id`,`report_id`,`item`,`purpose`);--> statement-breakpoint
CREATE TABLE `study_item_report` (
	`study_item_id` text NOT NULL,
	`place` integer NOT NULL,
	`report_id` text NOT NULL,
	PRIMARY KEY(`study_item_id`, `place`),
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `assignment` (
	`id` text PRIMARY KEY NOT NULL,
	`study_id` text NOT NULL,
	`user_id` text,
	`report_id` text NOT NULL,
	`batch` integer DEFAULT 1 NOT NULL,
	`position` integer NOT NULL,
	`given_at` integer,
	`opened_at` integer,
	`held_until` integer,
	`revealed_at` integer,
	`returned_at` integer,
	`put_off_at` integer,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `assignment_person_report` ON `assignment` (`study_id`,`user_id`,`report_id`);--> statement-breakpoint
CREATE TABLE `assignment_item` (
	`assignment_id` text NOT NULL,
	`study_item_id` text NOT NULL,
	`position` integer NOT NULL,
	`report_order` text,
	PRIMARY KEY(`assignment_id`, `study_item_id`),
	FOREIGN KEY (`assignment_id`) REFERENCES `assignment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `assignment_item_item` ON `assignment_item` (`study_item_id`);--> statement-breakpoint
CREATE TABLE `assignment_move` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`study_item_id` text NOT NULL,
	`from_assignment` text NOT NULL,
	`to_assignment` text NOT NULL,
	`from_user` text,
	`to_user` text,
	`why` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_assignment`) REFERENCES `assignment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_assignment`) REFERENCES `assignment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`from_user`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`to_user`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `assignment_move_from` ON `assignment_move` (`from_user`,`study_item_id`);--> statement-breakpoint
CREATE TABLE `crowd_link` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`study_id` text NOT NULL,
	`parameter` text NOT NULL,
	`completion_code` text NOT NULL,
	`places` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `crowd_link_token` ON `crowd_link` (`token_hash`);--> statement-breakpoint
CREATE TABLE `crowd_participant` (
	`user_id` text PRIMARY KEY NOT NULL,
	`link_id` text NOT NULL,
	`participant` text NOT NULL,
	`joined_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`link_id`) REFERENCES `crowd_link`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `crowd_participant_once` ON `crowd_participant` (`link_id`,`participant`);--> statement-breakpoint
CREATE TABLE `crowd_place` (
	`user_id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `study_question` (
	`id` text PRIMARY KEY NOT NULL,
	`study_item_id` text NOT NULL,
	`user_id` text NOT NULL,
	`question` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`answer_to` text,
	`answered_by` text,
	`answered_at` integer,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `study_question_item` ON `study_question` (`study_item_id`);--> statement-breakpoint
CREATE INDEX `study_question_person` ON `study_question` (`user_id`);--> statement-breakpoint
CREATE TABLE `draft` (
	`user_id` text NOT NULL,
	`study_item_id` text NOT NULL,
	`content` text NOT NULL,
	`writer` text,
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
	`reason` text,
	`acceptable` text DEFAULT '[]' NOT NULL,
	`points` text,
	`note` text NOT NULL,
	`listed` text,
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
CREATE INDEX `human_verdict_assignment` ON `human_verdict` (`assignment_id`);--> statement-breakpoint
CREATE TABLE `preference` (
	`id` text PRIMARY KEY NOT NULL,
	`study_item_id` text NOT NULL,
	`user_id` text NOT NULL,
	`revision` integer NOT NULL,
	`choice` text NOT NULL,
	`judge_ids` text NOT NULL,
	`reasons` text NOT NULL,
	`error` text,
	`note` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`committed_at` integer NOT NULL,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `preference_idempotency_key_unique` ON `preference` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `preference_revision` ON `preference` (`study_item_id`,`user_id`,`revision`);--> statement-breakpoint
CREATE TABLE `preference_draft` (
	`user_id` text NOT NULL,
	`study_item_id` text NOT NULL,
	`content` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `study_item_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
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
CREATE TABLE `imported_item` (
	`study_id` text NOT NULL,
	`position` integer NOT NULL,
	`item` text NOT NULL,
	`cluster` text NOT NULL,
	`system` text,
	`category` text,
	`stratum` text,
	`inclusion_probability` real NOT NULL,
	`labels` text NOT NULL,
	PRIMARY KEY(`study_id`, `position`),
	FOREIGN KEY (`study_id`) REFERENCES `imported_study`(`study_id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `imported_study` (
	`study_id` text PRIMARY KEY NOT NULL,
	`file` text NOT NULL,
	`columns` text NOT NULL,
	`scale` text NOT NULL,
	`raters` text NOT NULL,
	`labels` integer NOT NULL,
	`sha256` text NOT NULL,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `reading_place` (
	`user_id` text NOT NULL,
	`assignment_id` text NOT NULL,
	`blocks` text NOT NULL,
	`pins` text NOT NULL,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `assignment_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`assignment_id`) REFERENCES `assignment`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `spot_check` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`run_id` text NOT NULL,
	`metric` text NOT NULL,
	`unit_kind` text NOT NULL,
	`judge_id` text NOT NULL,
	`seed` integer NOT NULL,
	`available` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`closed_at` integer,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `spot_check_number` ON `spot_check` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `spot_check_answer` (
	`id` text PRIMARY KEY NOT NULL,
	`unit_id` text NOT NULL,
	`user_id` text NOT NULL,
	`revision` integer NOT NULL,
	`label` text,
	`errors` text NOT NULL,
	`note` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`unit_id`) REFERENCES `spot_check_unit`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `spot_check_answer_idempotency_key_unique` ON `spot_check_answer` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `spot_check_answer_revision` ON `spot_check_answer` (`unit_id`,`user_id`,`revision`);--> statement-breakpoint
CREATE INDEX `spot_check_answer_user` ON `spot_check_answer` (`user_id`);--> statement-breakpoint
CREATE TABLE `spot_check_unit` (
	`id` text PRIMARY KEY NOT NULL,
	`spot_check_id` text NOT NULL,
	`position` integer NOT NULL,
	`report_id` text NOT NULL,
	`item` text NOT NULL,
	`label` text NOT NULL,
	FOREIGN KEY (`spot_check_id`) REFERENCES `spot_check`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`report_id`) REFERENCES `report`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `spot_check_unit_once` ON `spot_check_unit` (`spot_check_id`,`report_id`,`item`);--> statement-breakpoint
CREATE TABLE `study_adjudication` (
	`id` text PRIMARY KEY NOT NULL,
	`study_item_id` text NOT NULL,
	`revision` integer NOT NULL,
	`label` text NOT NULL,
	`reason` text NOT NULL,
	`seen` text NOT NULL,
	`user_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`study_item_id`) REFERENCES `study_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `study_adjudication_idempotency_key_unique` ON `study_adjudication` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `study_adjudication_revision` ON `study_adjudication` (`study_item_id`,`revision`);--> statement-breakpoint
CREATE TABLE `improvement` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`study_id` text NOT NULL,
	`metric` text NOT NULL,
	`judge_id` text NOT NULL,
	`run_id` text NOT NULL,
	`prompt_hash` text NOT NULL,
	`seed` integer NOT NULL,
	`held_out` text NOT NULL,
	`split_hash` text NOT NULL,
	`openings` integer NOT NULL,
	`step` real NOT NULL,
	`confidence` real NOT NULL,
	`created_by` text,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`judge_id`) REFERENCES `judge`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `improvement_number` ON `improvement` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `improvement_opening` (
	`id` text PRIMARY KEY NOT NULL,
	`improvement_id` text NOT NULL,
	`number` integer NOT NULL,
	`run_id` text NOT NULL,
	`prompt_version` text NOT NULL,
	`prompt_hash` text NOT NULL,
	`against` text NOT NULL,
	`passed` integer NOT NULL,
	`items` integer NOT NULL,
	`queries` integer NOT NULL,
	`before` real NOT NULL,
	`after` real NOT NULL,
	`low` real,
	`high` real,
	`level` real NOT NULL,
	`opened_by` text,
	`opened_by_name` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`improvement_id`) REFERENCES `improvement`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `improvement_opening_number` ON `improvement_opening` (`improvement_id`,`number`);--> statement-breakpoint
CREATE TABLE `prompt_version` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`metric` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`based_on` text NOT NULL,
	`frame` text NOT NULL,
	`texts` text NOT NULL,
	`hash` text NOT NULL,
	`reason` text NOT NULL,
	`created_by` text,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `prompt_version_name` ON `prompt_version` (`project_id`,`metric`,`version`);--> statement-breakpoint
CREATE UNIQUE INDEX `prompt_version_hash` ON `prompt_version` (`project_id`,`hash`);--> statement-breakpoint
CREATE TABLE `anchor_look` (
	`id` text PRIMARY KEY NOT NULL,
	`set_id` text NOT NULL,
	`number` integer NOT NULL,
	`sequence` integer NOT NULL,
	`run_id` text NOT NULL,
	`trigger` text NOT NULL,
	`asked_by_name` text NOT NULL,
	`at` integer NOT NULL,
	`versions` text NOT NULL,
	`changed` text NOT NULL,
	`answers` text NOT NULL,
	`figures` text NOT NULL,
	`result` text NOT NULL,
	`cost` real,
	FOREIGN KEY (`set_id`) REFERENCES `anchor_set`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `anchor_look_number` ON `anchor_look` (`set_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `anchor_look_run` ON `anchor_look` (`run_id`);--> statement-breakpoint
CREATE TABLE `anchor_set` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`study_id` text NOT NULL,
	`adoption_id` text NOT NULL,
	`run_id` text NOT NULL,
	`metric` text NOT NULL,
	`seed` integer NOT NULL,
	`items` text NOT NULL,
	`available` integer NOT NULL,
	`hash` text NOT NULL,
	`loss` real NOT NULL,
	`flips` real NOT NULL,
	`candidates` integer NOT NULL,
	`every_days` integer,
	`created_by` text,
	`created_by_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`adoption_id`) REFERENCES `adoption`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `anchor_set_number` ON `anchor_set` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `succession` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`study_id` text NOT NULL,
	`metric` text NOT NULL,
	`adoption_id` text NOT NULL,
	`run_id` text NOT NULL,
	`decision` text NOT NULL,
	`rule` text NOT NULL,
	`judges` text NOT NULL,
	`margin` real NOT NULL,
	`result` text NOT NULL,
	`figures` text NOT NULL,
	`reason` text NOT NULL,
	`decided_by` text,
	`decided_by_name` text NOT NULL,
	`decided_at` integer NOT NULL,
	`adopted` text,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`study_id`) REFERENCES `study`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`adoption_id`) REFERENCES `adoption`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`run_id`) REFERENCES `run`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`adopted`) REFERENCES `adoption`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `succession_metric` ON `succession` (`project_id`,`metric`,`decided_at`);--> statement-breakpoint
CREATE TABLE `topic` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`key` text NOT NULL,
	`folded_key` text NOT NULL,
	`platform` text NOT NULL,
	`url` text,
	`date` text,
	`language` text,
	`text` text NOT NULL,
	`comments` text NOT NULL,
	`content_hash` text NOT NULL,
	`state` text NOT NULL,
	`reason` text,
	`note` text DEFAULT '' NOT NULL,
	`screened_by` text,
	`screened_by_name` text,
	`screened_at` integer,
	`position` integer NOT NULL,
	`imported_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `topic_key` ON `topic` (`project_id`,`folded_key`);--> statement-breakpoint
CREATE INDEX `topic_state` ON `topic` (`project_id`,`state`,`position`);--> statement-breakpoint
CREATE TABLE `clarification` (
	`id` text PRIMARY KEY NOT NULL,
	`draft_id` text,
	`query_id` text,
	`made_id` text,
	`judge` text NOT NULL,
	`model` text,
	`prompt` text NOT NULL,
	`draft_revision` integer NOT NULL,
	`question` text NOT NULL,
	`why` text NOT NULL,
	`asked_by` text,
	`asked_at` integer NOT NULL,
	`status` text NOT NULL,
	`response` text DEFAULT '' NOT NULL,
	`before` text,
	`after` text,
	`responded_by` text,
	`responded_at` integer,
	FOREIGN KEY (`draft_id`) REFERENCES `query_draft`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`query_id`) REFERENCES `query`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`made_id`) REFERENCES `made`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `clarification_draft` ON `clarification` (`draft_id`);--> statement-breakpoint
CREATE INDEX `clarification_query` ON `clarification` (`query_id`);--> statement-breakpoint
CREATE TABLE `coding_label` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`target` integer,
	`position` integer NOT NULL,
	`domain_id` text,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`domain_id`) REFERENCES `coding_label`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `coding_label_name` ON `coding_label` (`project_id`,`kind`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `coding_label_list` ON `coding_label` (`id`,`kind`);--> statement-breakpoint
CREATE TABLE `draft_item` (
	`id` text PRIMARY KEY NOT NULL,
	`draft_id` text NOT NULL,
	`text` text NOT NULL,
	`judge` text,
	`model` text,
	`prompt` text,
	`made_id` text,
	`drafted_text` text,
	`status` text NOT NULL,
	`adopted_key` text,
	`position` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`draft_id`) REFERENCES `query_draft`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`made_id`) REFERENCES `made`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `draft_item_draft` ON `draft_item` (`draft_id`);--> statement-breakpoint
CREATE TABLE `query_draft` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`qid` text NOT NULL,
	`text` text NOT NULL,
	`revision` integer NOT NULL,
	`domain` text,
	`category` text,
	`answer_id` text,
	`status` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`answer_id`) REFERENCES `survey_answer`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `query_draft_qid` ON `query_draft` (`project_id`,`qid`);--> statement-breakpoint
CREATE TABLE `survey_answer` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`respondent` text NOT NULL,
	`respondent_group` text NOT NULL,
	`question` text NOT NULL,
	`matters` text NOT NULL,
	`coded_by` text,
	`coded_at` integer,
	`imported_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coded_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `survey_answer_respondent` ON `survey_answer` (`project_id`,`respondent`);--> statement-breakpoint
CREATE TABLE `survey_code` (
	`answer_id` text NOT NULL,
	`list` text NOT NULL,
	`label_id` text NOT NULL,
	PRIMARY KEY(`answer_id`, `list`, `label_id`),
	FOREIGN KEY (`answer_id`) REFERENCES `survey_answer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`label_id`,`list`) REFERENCES `coding_label`(`id`,`kind`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `survey_code_label` ON `survey_code` (`label_id`);--> statement-breakpoint
CREATE TABLE `talk` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`title_key` text NOT NULL,
	`discipline` text NOT NULL,
	`language` text NOT NULL,
	`format` text NOT NULL,
	`passages` text NOT NULL,
	`lines` integer NOT NULL,
	`words` integer NOT NULL,
	`hash` text NOT NULL,
	`imported_by` text,
	`imported_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`imported_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `talk_number` ON `talk` (`project_id`,`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `talk_title` ON `talk` (`project_id`,`title_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `talk_hash` ON `talk` (`project_id`,`hash`);--> statement-breakpoint
CREATE TABLE `task_pick` (
	`id` text PRIMARY KEY NOT NULL,
	`unit_id` text NOT NULL,
	`person_id` text NOT NULL,
	`revision` integer NOT NULL,
	`pick` text NOT NULL,
	`swapped` integer NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`unit_id`) REFERENCES `making_unit`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`person_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `task_pick_once` ON `task_pick` (`unit_id`,`person_id`,`revision`);--> statement-breakpoint
CREATE TABLE `finalisation` (
	`id` text PRIMARY KEY NOT NULL,
	`round_id` text NOT NULL,
	`version_id` text NOT NULL,
	`previous_id` text,
	`lineage` text NOT NULL,
	`datasheet` text NOT NULL,
	`by` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`round_id`) REFERENCES `verification_round`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`version_id`) REFERENCES `dataset_version`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`previous_id`) REFERENCES `dataset_version`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `finalisation_version` ON `finalisation` (`version_id`);--> statement-breakpoint
CREATE INDEX `finalisation_round` ON `finalisation` (`round_id`);--> statement-breakpoint
CREATE TABLE `guideline` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`markdown` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `guideline_number` ON `guideline` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `inspection_batch` (
	`id` text PRIMARY KEY NOT NULL,
	`round_id` text NOT NULL,
	`number` integer NOT NULL,
	FOREIGN KEY (`round_id`) REFERENCES `verification_round`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inspection_batch_number` ON `inspection_batch` (`round_id`,`number`);--> statement-breakpoint
CREATE TABLE `query_involvement` (
	`query_id` text NOT NULL,
	`user_id` text NOT NULL,
	`stage` text NOT NULL,
	`at` integer NOT NULL,
	PRIMARY KEY(`query_id`, `user_id`),
	FOREIGN KEY (`query_id`) REFERENCES `query`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `round_query` (
	`id` text PRIMARY KEY NOT NULL,
	`round_id` text NOT NULL,
	`query_id` text NOT NULL,
	`batch_id` text NOT NULL,
	`stage` text NOT NULL,
	`position` integer NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`round_id`) REFERENCES `verification_round`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`query_id`) REFERENCES `query`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`batch_id`) REFERENCES `inspection_batch`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `round_query_query` ON `round_query` (`round_id`,`query_id`);--> statement-breakpoint
CREATE INDEX `round_query_stage` ON `round_query` (`round_id`,`stage`);--> statement-breakpoint
CREATE INDEX `round_query_batch` ON `round_query` (`batch_id`);--> statement-breakpoint
CREATE TABLE `subject` (
	`id` text PRIMARY KEY NOT NULL,
	`round_query_id` text NOT NULL,
	`kind` text NOT NULL,
	`item_id` text,
	`key` text NOT NULL,
	`origin` text NOT NULL,
	`appended_by` text,
	`wording` text NOT NULL,
	`revision` integer NOT NULL,
	`voided` integer DEFAULT 0 NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`round_query_id`) REFERENCES `round_query`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`item_id`) REFERENCES `checklist_item`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`appended_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `subject_key` ON `subject` (`round_query_id`,`kind`,`key`);--> statement-breakpoint
CREATE INDEX `subject_item` ON `subject` (`item_id`);--> statement-breakpoint
CREATE TABLE `subject_wording` (
	`subject_id` text NOT NULL,
	`revision` integer NOT NULL,
	`text` text NOT NULL,
	`reason` text NOT NULL,
	`by` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`subject_id`, `revision`),
	FOREIGN KEY (`subject_id`) REFERENCES `subject`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `verification_round` (
	`id` text PRIMARY KEY NOT NULL,
	`project_id` text NOT NULL,
	`number` integer NOT NULL,
	`name` text NOT NULL,
	`settings` text NOT NULL,
	`guideline_id` text NOT NULL,
	`status` text NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`project_id`) REFERENCES `project`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`guideline_id`) REFERENCES `guideline`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `verification_round_number` ON `verification_round` (`project_id`,`number`);--> statement-breakpoint
CREATE TABLE `adjudication` (
	`id` text PRIMARY KEY NOT NULL,
	`subject_id` text NOT NULL,
	`revision` integer NOT NULL,
	`user_id` text NOT NULL,
	`label` text NOT NULL,
	`keep` integer NOT NULL,
	`wording` text NOT NULL,
	`basis` text NOT NULL,
	`sources` text NOT NULL,
	`comment` text NOT NULL,
	`seconds` real,
	`idempotency_key` text NOT NULL,
	`decided_at` integer NOT NULL,
	FOREIGN KEY (`subject_id`) REFERENCES `subject`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `adjudication_idempotency_key_unique` ON `adjudication` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `adjudication_revision` ON `adjudication` (`subject_id`,`revision`);--> statement-breakpoint
CREATE TABLE `inspection` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`number` integer NOT NULL,
	`seed` integer NOT NULL,
	`plan` text NOT NULL,
	`status` text NOT NULL,
	`verdict` text,
	`note` text DEFAULT '' NOT NULL,
	`drawn_by` text,
	`drawn_at` integer NOT NULL,
	`closed_at` integer,
	FOREIGN KEY (`batch_id`) REFERENCES `inspection_batch`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `inspection_number` ON `inspection` (`batch_id`,`number`);--> statement-breakpoint
CREATE TABLE `inspection_unit` (
	`inspection_id` text NOT NULL,
	`rating_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`label` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`inspection_id`, `rating_id`),
	FOREIGN KEY (`inspection_id`) REFERENCES `inspection`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rating_id`) REFERENCES `rating`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `subject`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `inspection_unit_subject` ON `inspection_unit` (`subject_id`);--> statement-breakpoint
CREATE TABLE `lead_flag` (
	`id` text PRIMARY KEY NOT NULL,
	`round_query_id` text NOT NULL,
	`subject_id` text,
	`user_id` text NOT NULL,
	`question` text NOT NULL,
	`asked_at` integer NOT NULL,
	`answer` text,
	`answered_by` text,
	`answered_at` integer,
	FOREIGN KEY (`round_query_id`) REFERENCES `round_query`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `subject`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `lead_flag_query` ON `lead_flag` (`round_query_id`);--> statement-breakpoint
CREATE TABLE `rating` (
	`id` text PRIMARY KEY NOT NULL,
	`assignment_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`user_id` text NOT NULL,
	`stage` text NOT NULL,
	`revision` integer NOT NULL,
	`wording_revision` integer NOT NULL,
	`label` text,
	`wording` text,
	`comment` text NOT NULL,
	`reasons` text NOT NULL,
	`seconds` real,
	`guideline_id` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`committed_at` integer NOT NULL,
	FOREIGN KEY (`assignment_id`) REFERENCES `verification_assignment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `subject`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`guideline_id`) REFERENCES `guideline`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `rating_idempotency_key_unique` ON `rating` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `rating_revision` ON `rating` (`assignment_id`,`subject_id`,`revision`);--> statement-breakpoint
CREATE INDEX `rating_subject` ON `rating` (`subject_id`);--> statement-breakpoint
CREATE TABLE `review` (
	`id` text PRIMARY KEY NOT NULL,
	`assignment_id` text NOT NULL,
	`rating_id` text NOT NULL,
	`subject_id` text NOT NULL,
	`user_id` text NOT NULL,
	`revision` integer NOT NULL,
	`agrees` integer NOT NULL,
	`label` text,
	`wording` text,
	`comment` text NOT NULL,
	`seconds` real,
	`idempotency_key` text NOT NULL,
	`committed_at` integer NOT NULL,
	FOREIGN KEY (`assignment_id`) REFERENCES `verification_assignment`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`rating_id`) REFERENCES `rating`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`subject_id`) REFERENCES `subject`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `review_idempotency_key_unique` ON `review` (`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `review_revision` ON `review` (`rating_id`,`revision`);--> statement-breakpoint
CREATE INDEX `review_subject` ON `review` (`subject_id`);--> statement-breakpoint
CREATE INDEX `review_assignment` ON `review` (`assignment_id`);--> statement-breakpoint
CREATE TABLE `verification_assignment` (
	`id` text PRIMARY KEY NOT NULL,
	`round_query_id` text NOT NULL,
	`stage` text NOT NULL,
	`cycle` integer NOT NULL,
	`slot` integer NOT NULL,
	`user_id` text NOT NULL,
	`status` text NOT NULL,
	`assigned_at` integer NOT NULL,
	`opened_at` integer,
	`done_at` integer,
	`put_off_at` integer,
	FOREIGN KEY (`round_query_id`) REFERENCES `round_query`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `verification_assignment_person` ON `verification_assignment` (`round_query_id`,`stage`,`cycle`,`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `verification_assignment_slot` ON `verification_assignment` (`round_query_id`,`stage`,`cycle`,`slot`) WHERE status <> 'withdrawn';--> statement-breakpoint
CREATE INDEX `verification_assignment_user` ON `verification_assignment` (`user_id`,`status`);--> statement-breakpoint
CREATE TABLE `verification_draft` (
	`assignment_id` text NOT NULL,
	`about` text NOT NULL,
	`content` text NOT NULL,
	`writer` text,
	`saved_at` integer NOT NULL,
	PRIMARY KEY(`assignment_id`, `about`),
	FOREIGN KEY (`assignment_id`) REFERENCES `verification_assignment`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
-- What is committed stays: these tables take inserts only.
CREATE TRIGGER `audit_no_update` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_chained` BEFORE INSERT ON `audit` WHEN NEW.`id` IS NOT coalesce((SELECT max(`id`) FROM `audit`), 0) + 1 OR NEW.`previous` IS NOT coalesce((SELECT `hash` FROM `audit` ORDER BY `id` DESC LIMIT 1), '0000000000000000000000000000000000000000000000000000000000000000') BEGIN SELECT RAISE(ABORT, 'audit rows follow from the last'); END;
--> statement-breakpoint
CREATE TRIGGER `human_verdict_no_update` BEFORE UPDATE ON `human_verdict` BEGIN SELECT RAISE(ABORT, 'human_verdict is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `human_verdict_no_delete` BEFORE DELETE ON `human_verdict` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'human_verdict' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'human_verdict is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `gold_answer_no_update` BEFORE UPDATE ON `gold_answer` BEGIN SELECT RAISE(ABORT, 'gold_answer is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `gold_answer_no_delete` BEFORE DELETE ON `gold_answer` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'gold_answer' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'gold_answer is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `study_guideline_no_update` BEFORE UPDATE ON `study_guideline` BEGIN SELECT RAISE(ABORT, 'study_guideline is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_guideline_no_delete` BEFORE DELETE ON `study_guideline` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'study_guideline' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'study_guideline is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_batch_no_update` BEFORE UPDATE ON `study_batch` BEGIN SELECT RAISE(ABORT, 'study_batch is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `study_batch_no_delete` BEFORE DELETE ON `study_batch` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'study_batch' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'study_batch is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `preference_no_update` BEFORE UPDATE ON `preference` BEGIN SELECT RAISE(ABORT, 'preference is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `preference_no_delete` BEFORE DELETE ON `preference` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'preference' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'preference is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `topic_no_update` BEFORE UPDATE ON `topic` WHEN OLD.id <> NEW.id OR OLD.project_id <> NEW.project_id OR OLD.content_hash <> NEW.content_hash OR OLD.text <> NEW.text OR OLD.comments <> NEW.comments OR OLD.platform <> NEW.platform OR OLD.url IS NOT NEW.url OR OLD.date IS NOT NEW.date OR OLD.language IS NOT NEW.language BEGIN SELECT RAISE(ABORT, 'topic is immutable but for its screening'); END;
--> statement-breakpoint
CREATE TRIGGER `talk_stays` BEFORE UPDATE OF `id`, `project_id`, `number`, `discipline`, `language`, `format`, `passages`, `lines`, `words`, `hash` ON `talk` BEGIN SELECT RAISE(ABORT, 'a transcript never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `query_material_no_update` BEFORE UPDATE ON `query_material` BEGIN SELECT RAISE(ABORT, 'query_material is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `query_material_no_delete` BEFORE DELETE ON `query_material` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'query_material' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'query_material is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `dataset_version_no_update` BEFORE UPDATE ON `dataset_version` BEGIN SELECT RAISE(ABORT, 'dataset_version is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `dataset_version_no_delete` BEFORE DELETE ON `dataset_version` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'dataset_version' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'dataset_version is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_no_update` BEFORE UPDATE ON `adoption` BEGIN SELECT RAISE(ABORT, 'adoption is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_no_delete` BEFORE DELETE ON `adoption` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'adoption' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'adoption is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `judge_card_no_update` BEFORE UPDATE ON `judge_card` WHEN OLD.id <> NEW.id OR OLD.project_id <> NEW.project_id OR OLD.adoption_id <> NEW.adoption_id OR OLD.number <> NEW.number OR OLD.bundle <> NEW.bundle OR OLD.sha256 <> NEW.sha256 OR OLD.made_at <> NEW.made_at BEGIN SELECT RAISE(ABORT, 'judge_card is immutable but for its last check'); END;
--> statement-breakpoint
CREATE TRIGGER `preregistration_no_update` BEFORE UPDATE ON `preregistration` BEGIN SELECT RAISE(ABORT, 'preregistration is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `preregistration_no_delete` BEFORE DELETE ON `preregistration` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'preregistration' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'preregistration is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `embargo_lift_no_update` BEFORE UPDATE ON `embargo_lift` BEGIN SELECT RAISE(ABORT, 'embargo_lift is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `embargo_lift_no_delete` BEFORE DELETE ON `embargo_lift` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'embargo_lift' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'embargo_lift is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `report_text_stays` BEFORE UPDATE OF `sha256`, `system_id`, `query_id` ON `report` BEGIN SELECT RAISE(ABORT, 'the text of a report never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `report_text_no_update` BEFORE UPDATE ON `report_text` BEGIN SELECT RAISE(ABORT, 'the text of a report never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `guideline_no_update` BEFORE UPDATE ON `guideline` BEGIN SELECT RAISE(ABORT, 'guideline is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `guideline_no_delete` BEFORE DELETE ON `guideline` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'guideline' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'guideline is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `subject_wording_no_update` BEFORE UPDATE ON `subject_wording` BEGIN SELECT RAISE(ABORT, 'subject_wording is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `subject_wording_no_delete` BEFORE DELETE ON `subject_wording` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'subject_wording' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'subject_wording is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `query_involvement_no_update` BEFORE UPDATE ON `query_involvement` BEGIN SELECT RAISE(ABORT, 'query_involvement is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `query_involvement_no_delete` BEFORE DELETE ON `query_involvement` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'query_involvement' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'query_involvement is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `rating_no_update` BEFORE UPDATE ON `rating` BEGIN SELECT RAISE(ABORT, 'rating is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `rating_no_delete` BEFORE DELETE ON `rating` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'rating' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'rating is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `review_no_update` BEFORE UPDATE ON `review` BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `review_no_delete` BEFORE DELETE ON `review` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'review' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `inspection_unit_no_update` BEFORE UPDATE ON `inspection_unit` BEGIN SELECT RAISE(ABORT, 'inspection_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `inspection_unit_no_delete` BEFORE DELETE ON `inspection_unit` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'inspection_unit' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'inspection_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adjudication_no_update` BEFORE UPDATE ON `adjudication` BEGIN SELECT RAISE(ABORT, 'adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `adjudication_no_delete` BEFORE DELETE ON `adjudication` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'adjudication' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `finalisation_no_update` BEFORE UPDATE ON `finalisation` BEGIN SELECT RAISE(ABORT, 'finalisation is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `finalisation_no_delete` BEFORE DELETE ON `finalisation` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'finalisation' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'finalisation is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_study_no_update` BEFORE UPDATE ON `imported_study` BEGIN SELECT RAISE(ABORT, 'imported_study is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_study_no_delete` BEFORE DELETE ON `imported_study` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'imported_study' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'imported_study is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_item_no_update` BEFORE UPDATE ON `imported_item` BEGIN SELECT RAISE(ABORT, 'imported_item is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_item_no_delete` BEFORE DELETE ON `imported_item` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'imported_item' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'imported_item is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `assignment_move_no_update` BEFORE UPDATE ON `assignment_move` BEGIN SELECT RAISE(ABORT, 'assignment_move is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `assignment_move_no_delete` BEFORE DELETE ON `assignment_move` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'assignment_move' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'assignment_move is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_unblinding_no_update` BEFORE UPDATE ON `study_unblinding` BEGIN SELECT RAISE(ABORT, 'study_unblinding is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_unblinding_no_delete` BEFORE DELETE ON `study_unblinding` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'study_unblinding' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'study_unblinding is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `assignment_item_once` BEFORE INSERT ON `assignment_item` WHEN EXISTS (SELECT 1 FROM `assignment_item` i JOIN `assignment` a ON a.`id` = i.`assignment_id` WHERE i.`study_item_id` = NEW.`study_item_id` AND a.`user_id` = (SELECT `user_id` FROM `assignment` WHERE `id` = NEW.`assignment_id`)) BEGIN SELECT RAISE(ABORT, 'nobody judges an item twice'); END;
--> statement-breakpoint
CREATE TRIGGER `assignment_item_moved_once` BEFORE UPDATE OF `assignment_id` ON `assignment_item` WHEN EXISTS (SELECT 1 FROM `assignment_item` i JOIN `assignment` a ON a.`id` = i.`assignment_id` WHERE i.`study_item_id` = NEW.`study_item_id` AND i.`assignment_id` <> OLD.`assignment_id` AND a.`user_id` = (SELECT `user_id` FROM `assignment` WHERE `id` = NEW.`assignment_id`)) BEGIN SELECT RAISE(ABORT, 'nobody judges an item twice'); END;
--> statement-breakpoint
CREATE TRIGGER `assignment_taken_once` BEFORE UPDATE OF `user_id` ON `assignment` WHEN EXISTS (SELECT 1 FROM `assignment_item` mine JOIN `assignment_item` i ON i.`study_item_id` = mine.`study_item_id` AND i.`assignment_id` <> mine.`assignment_id` JOIN `assignment` a ON a.`id` = i.`assignment_id` WHERE mine.`assignment_id` = NEW.`id` AND a.`user_id` = NEW.`user_id`) BEGIN SELECT RAISE(ABORT, 'nobody judges an item twice'); END;
--> statement-breakpoint
-- What is kept of a query of a round is old once this number has changed.
CREATE TRIGGER `round_query_moved` AFTER UPDATE OF `stage` ON `round_query` BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = NEW.`id`; END;
--> statement-breakpoint
CREATE TRIGGER `subject_insert_changes_query` AFTER INSERT ON `subject` BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = NEW.`round_query_id`; END;
--> statement-breakpoint
CREATE TRIGGER `subject_update_changes_query` AFTER UPDATE ON `subject` BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = NEW.`round_query_id`; END;
--> statement-breakpoint
CREATE TRIGGER `verification_assignment_insert_changes_query` AFTER INSERT ON `verification_assignment` WHEN NEW.`stage` <> 'adjudication' BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = NEW.`round_query_id`; END;
--> statement-breakpoint
CREATE TRIGGER `verification_assignment_update_changes_query` AFTER UPDATE ON `verification_assignment` WHEN NEW.`stage` <> 'adjudication' BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = NEW.`round_query_id`; END;
--> statement-breakpoint
CREATE TRIGGER `rating_changes_query` AFTER INSERT ON `rating` BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = (SELECT `round_query_id` FROM `subject` WHERE `id` = NEW.`subject_id`); END;
--> statement-breakpoint
CREATE TRIGGER `review_changes_query` AFTER INSERT ON `review` BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = (SELECT `round_query_id` FROM `subject` WHERE `id` = NEW.`subject_id`); END;
--> statement-breakpoint
CREATE TRIGGER `adjudication_changes_query` AFTER INSERT ON `adjudication` BEGIN UPDATE `round_query` SET `changes` = `changes` + 1 WHERE `id` = (SELECT `round_query_id` FROM `subject` WHERE `id` = NEW.`subject_id`); END;
--> statement-breakpoint
-- A deletion takes only what is in the archive, names its rows before it takes them, and stays on record.
CREATE TRIGGER `deletion_no_delete` BEFORE DELETE ON `deletion` BEGIN SELECT RAISE(ABORT, 'deletion is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `deletion_begun` BEFORE INSERT ON `deletion` WHEN NEW.`finished_at` IS NOT NULL OR EXISTS (SELECT 1 FROM `deletion` WHERE `finished_at` IS NULL) OR NOT EXISTS (SELECT 1 FROM `project` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'project' UNION ALL SELECT 1 FROM `run` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'run' UNION ALL SELECT 1 FROM `study` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'study' UNION ALL SELECT 1 FROM `system` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'system' UNION ALL SELECT 1 FROM `report` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'report' UNION ALL SELECT 1 FROM `query` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'query' UNION ALL SELECT 1 FROM `topic` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'topic' UNION ALL SELECT 1 FROM `talk` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'talk' UNION ALL SELECT 1 FROM `spot_check` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'spot-check' UNION ALL SELECT 1 FROM `checklist_item` WHERE `id` = NEW.`entity_id` AND `archived_at` IS NOT NULL AND NEW.`kind` = 'item' UNION ALL SELECT 1 FROM `user` WHERE `id` = NEW.`entity_id` AND `disabled_at` IS NOT NULL AND NEW.`kind` = 'account') BEGIN SELECT RAISE(ABORT, 'only what is in the archive can be deleted'); END;
--> statement-breakpoint
CREATE TRIGGER `deletion_kept` BEFORE UPDATE ON `deletion` WHEN OLD.`finished_at` IS NOT NULL OR NEW.`id` IS NOT OLD.`id` OR NEW.`kind` IS NOT OLD.`kind` OR NEW.`entity_id` IS NOT OLD.`entity_id` OR NEW.`started_at` IS NOT OLD.`started_at` BEGIN SELECT RAISE(ABORT, 'deletion is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `deletion_row_named` BEFORE INSERT ON `deletion_row` WHEN NOT EXISTS (SELECT 1 FROM `deletion` WHERE `id` = NEW.`deletion_id` AND `finished_at` IS NULL) OR NEW.`of_table` IN ('audit', 'deletion', 'setting') BEGIN SELECT RAISE(ABORT, 'only a deletion under way names rows'); END;
--> statement-breakpoint
CREATE TRIGGER `deletion_row_no_update` BEFORE UPDATE ON `deletion_row` BEGIN SELECT RAISE(ABORT, 'only a deletion under way names rows'); END;
--> statement-breakpoint
CREATE TRIGGER `call_served` AFTER INSERT ON `call` WHEN NEW.`outcome` <> 'error' BEGIN INSERT INTO `served_version` (`run_id`, `judge_id`, `role`, `player`, `version`, `backend`, `calls`, `reused`, `first_at`, `last_at`) VALUES (NEW.`run_id`, NEW.`judge_id`, coalesce(NEW.`role`, ''), coalesce(NEW.`player`, ''), coalesce(NEW.`model_version`, ''), coalesce(NEW.`backend`, ''), 1, NEW.`cached`, CASE NEW.`cached` WHEN 0 THEN NEW.`at` END, CASE NEW.`cached` WHEN 0 THEN NEW.`at` END) ON CONFLICT (`run_id`, `judge_id`, `role`, `player`, `version`, `backend`) DO UPDATE SET `calls` = `calls` + 1, `reused` = `reused` + excluded.`reused`, `first_at` = min(coalesce(`first_at`, excluded.`first_at`), coalesce(excluded.`first_at`, `first_at`)), `last_at` = max(coalesce(`last_at`, excluded.`last_at`), coalesce(excluded.`last_at`, `last_at`)); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_confirmation_no_update` BEFORE UPDATE ON `adoption_confirmation` BEGIN SELECT RAISE(ABORT, 'adoption_confirmation is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_confirmation_no_delete` BEFORE DELETE ON `adoption_confirmation` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'adoption_confirmation' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'adoption_confirmation is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `prompt_version_no_update` BEFORE UPDATE ON `prompt_version` BEGIN SELECT RAISE(ABORT, 'prompt_version is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `prompt_version_no_delete` BEFORE DELETE ON `prompt_version` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'prompt_version' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'prompt_version is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_no_update` BEFORE UPDATE OF `id`, `project_id`, `number`, `study_id`, `metric`, `judge_id`, `run_id`, `prompt_hash`, `seed`, `held_out`, `split_hash`, `openings`, `step`, `confidence`, `created_by`, `created_by_name`, `created_at` ON `improvement` BEGIN SELECT RAISE(ABORT, 'improvement is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_ends_once` BEFORE UPDATE OF `ended_at` ON `improvement` WHEN OLD.`ended_at` IS NOT NULL BEGIN SELECT RAISE(ABORT, 'an improvement ends once'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_no_delete` BEFORE DELETE ON `improvement` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'improvement' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'improvement is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_opening_no_update` BEFORE UPDATE ON `improvement_opening` BEGIN SELECT RAISE(ABORT, 'improvement_opening is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_opening_no_delete` BEFORE DELETE ON `improvement_opening` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'improvement_opening' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'improvement_opening is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `anchor_set_stays` BEFORE UPDATE OF `project_id`, `number`, `study_id`, `adoption_id`, `run_id`, `metric`, `seed`, `items`, `hash`, `loss`, `flips`, `candidates` ON `anchor_set` BEGIN SELECT RAISE(ABORT, 'an anchor set never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `anchor_look_no_update` BEFORE UPDATE ON `anchor_look` BEGIN SELECT RAISE(ABORT, 'anchor_look is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `anchor_look_no_delete` BEFORE DELETE ON `anchor_look` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'anchor_look' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'anchor_look is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `succession_no_update` BEFORE UPDATE ON `succession` BEGIN SELECT RAISE(ABORT, 'succession is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `succession_no_delete` BEFORE DELETE ON `succession` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'succession' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'succession is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `study_adjudication_no_update` BEFORE UPDATE ON `study_adjudication` BEGIN SELECT RAISE(ABORT, 'study_adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_adjudication_no_delete` BEFORE DELETE ON `study_adjudication` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'study_adjudication' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'study_adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_unit_no_update` BEFORE UPDATE ON `spot_check_unit` BEGIN SELECT RAISE(ABORT, 'spot_check_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_unit_no_delete` BEFORE DELETE ON `spot_check_unit` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'spot_check_unit' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'spot_check_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_answer_no_update` BEFORE UPDATE ON `spot_check_answer` BEGIN SELECT RAISE(ABORT, 'spot_check_answer is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_answer_no_delete` BEFORE DELETE ON `spot_check_answer` WHEN NOT EXISTS (SELECT 1 FROM `deletion_row` WHERE `of_table` = 'spot_check_answer' AND `row` = OLD.rowid) BEGIN SELECT RAISE(ABORT, 'spot_check_answer is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_stays` BEFORE UPDATE OF `project_id`, `number`, `run_id`, `metric`, `unit_kind`, `judge_id`, `seed`, `available` ON `spot_check` BEGIN SELECT RAISE(ABORT, 'a spot check never changes what it draws from'); END;
