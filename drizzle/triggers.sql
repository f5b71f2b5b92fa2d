-- What is committed stays: these tables take inserts only.
CREATE TRIGGER `audit_no_update` BEFORE UPDATE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_no_delete` BEFORE DELETE ON `audit` BEGIN SELECT RAISE(ABORT, 'audit is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `audit_chained` BEFORE INSERT ON `audit` WHEN NEW.`id` IS NOT coalesce((SELECT max(`id`) FROM `audit`), 0) + 1 OR NEW.`previous` IS NOT coalesce((SELECT `hash` FROM `audit` ORDER BY `id` DESC LIMIT 1), '0000000000000000000000000000000000000000000000000000000000000000') BEGIN SELECT RAISE(ABORT, 'audit rows follow from the last'); END;
--> statement-breakpoint
CREATE TRIGGER `human_verdict_no_update` BEFORE UPDATE ON `human_verdict` BEGIN SELECT RAISE(ABORT, 'human_verdict is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `human_verdict_no_delete` BEFORE DELETE ON `human_verdict` BEGIN SELECT RAISE(ABORT, 'human_verdict is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `gold_answer_no_update` BEFORE UPDATE ON `gold_answer` BEGIN SELECT RAISE(ABORT, 'gold_answer is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `gold_answer_no_delete` BEFORE DELETE ON `gold_answer` BEGIN SELECT RAISE(ABORT, 'gold_answer is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `study_guideline_no_update` BEFORE UPDATE ON `study_guideline` BEGIN SELECT RAISE(ABORT, 'study_guideline is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_guideline_no_delete` BEFORE DELETE ON `study_guideline` BEGIN SELECT RAISE(ABORT, 'study_guideline is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_batch_no_update` BEFORE UPDATE ON `study_batch` BEGIN SELECT RAISE(ABORT, 'study_batch is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `study_batch_no_delete` BEFORE DELETE ON `study_batch` BEGIN SELECT RAISE(ABORT, 'study_batch is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `preference_no_update` BEFORE UPDATE ON `preference` BEGIN SELECT RAISE(ABORT, 'preference is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `preference_no_delete` BEFORE DELETE ON `preference` BEGIN SELECT RAISE(ABORT, 'preference is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `topic_no_update` BEFORE UPDATE ON `topic` WHEN OLD.id <> NEW.id OR OLD.project_id <> NEW.project_id OR OLD.content_hash <> NEW.content_hash OR OLD.text <> NEW.text OR OLD.comments <> NEW.comments OR OLD.platform <> NEW.platform OR OLD.url IS NOT NEW.url OR OLD.date IS NOT NEW.date OR OLD.language IS NOT NEW.language BEGIN SELECT RAISE(ABORT, 'topic is immutable but for its screening'); END;
--> statement-breakpoint
CREATE TRIGGER `talk_stays` BEFORE UPDATE OF `id`, `project_id`, `number`, `discipline`, `language`, `format`, `passages`, `lines`, `words`, `hash` ON `talk` BEGIN SELECT RAISE(ABORT, 'a transcript never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `query_material_no_update` BEFORE UPDATE ON `query_material` BEGIN SELECT RAISE(ABORT, 'query_material is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `query_material_no_delete` BEFORE DELETE ON `query_material` BEGIN SELECT RAISE(ABORT, 'query_material is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `dataset_version_no_update` BEFORE UPDATE ON `dataset_version` BEGIN SELECT RAISE(ABORT, 'dataset_version is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `dataset_version_no_delete` BEFORE DELETE ON `dataset_version` BEGIN SELECT RAISE(ABORT, 'dataset_version is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_no_update` BEFORE UPDATE ON `adoption` BEGIN SELECT RAISE(ABORT, 'adoption is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adoption_no_delete` BEFORE DELETE ON `adoption` BEGIN SELECT RAISE(ABORT, 'adoption is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `judge_card_no_update` BEFORE UPDATE ON `judge_card` WHEN OLD.id <> NEW.id OR OLD.project_id <> NEW.project_id OR OLD.adoption_id <> NEW.adoption_id OR OLD.number <> NEW.number OR OLD.bundle <> NEW.bundle OR OLD.sha256 <> NEW.sha256 OR OLD.made_at <> NEW.made_at BEGIN SELECT RAISE(ABORT, 'judge_card is immutable but for its last check'); END;
--> statement-breakpoint
CREATE TRIGGER `preregistration_no_update` BEFORE UPDATE ON `preregistration` BEGIN SELECT RAISE(ABORT, 'preregistration is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `preregistration_no_delete` BEFORE DELETE ON `preregistration` BEGIN SELECT RAISE(ABORT, 'preregistration is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `embargo_lift_no_update` BEFORE UPDATE ON `embargo_lift` BEGIN SELECT RAISE(ABORT, 'embargo_lift is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `embargo_lift_no_delete` BEFORE DELETE ON `embargo_lift` BEGIN SELECT RAISE(ABORT, 'embargo_lift is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `report_text_stays` BEFORE UPDATE OF `sha256`, `system_id`, `query_id` ON `report` BEGIN SELECT RAISE(ABORT, 'the text of a report never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `report_text_no_update` BEFORE UPDATE ON `report_text` BEGIN SELECT RAISE(ABORT, 'the text of a report never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `guideline_no_update` BEFORE UPDATE ON `guideline` BEGIN SELECT RAISE(ABORT, 'guideline is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `guideline_no_delete` BEFORE DELETE ON `guideline` BEGIN SELECT RAISE(ABORT, 'guideline is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `subject_wording_no_update` BEFORE UPDATE ON `subject_wording` BEGIN SELECT RAISE(ABORT, 'subject_wording is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `subject_wording_no_delete` BEFORE DELETE ON `subject_wording` BEGIN SELECT RAISE(ABORT, 'subject_wording is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `query_involvement_no_update` BEFORE UPDATE ON `query_involvement` BEGIN SELECT RAISE(ABORT, 'query_involvement is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `query_involvement_no_delete` BEFORE DELETE ON `query_involvement` BEGIN SELECT RAISE(ABORT, 'query_involvement is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `rating_no_update` BEFORE UPDATE ON `rating` BEGIN SELECT RAISE(ABORT, 'rating is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `rating_no_delete` BEFORE DELETE ON `rating` BEGIN SELECT RAISE(ABORT, 'rating is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `review_no_update` BEFORE UPDATE ON `review` BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `review_no_delete` BEFORE DELETE ON `review` BEGIN SELECT RAISE(ABORT, 'review is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `inspection_unit_no_update` BEFORE UPDATE ON `inspection_unit` BEGIN SELECT RAISE(ABORT, 'inspection_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `inspection_unit_no_delete` BEFORE DELETE ON `inspection_unit` BEGIN SELECT RAISE(ABORT, 'inspection_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `adjudication_no_update` BEFORE UPDATE ON `adjudication` BEGIN SELECT RAISE(ABORT, 'adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `adjudication_no_delete` BEFORE DELETE ON `adjudication` BEGIN SELECT RAISE(ABORT, 'adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `finalisation_no_update` BEFORE UPDATE ON `finalisation` BEGIN SELECT RAISE(ABORT, 'finalisation is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `finalisation_no_delete` BEFORE DELETE ON `finalisation` BEGIN SELECT RAISE(ABORT, 'finalisation is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_study_no_update` BEFORE UPDATE ON `imported_study` BEGIN SELECT RAISE(ABORT, 'imported_study is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_study_no_delete` BEFORE DELETE ON `imported_study` BEGIN SELECT RAISE(ABORT, 'imported_study is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_item_no_update` BEFORE UPDATE ON `imported_item` BEGIN SELECT RAISE(ABORT, 'imported_item is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `imported_item_no_delete` BEFORE DELETE ON `imported_item` BEGIN SELECT RAISE(ABORT, 'imported_item is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `assignment_move_no_update` BEFORE UPDATE ON `assignment_move` BEGIN SELECT RAISE(ABORT, 'assignment_move is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `assignment_move_no_delete` BEFORE DELETE ON `assignment_move` BEGIN SELECT RAISE(ABORT, 'assignment_move is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_unblinding_no_update` BEFORE UPDATE ON `study_unblinding` BEGIN SELECT RAISE(ABORT, 'study_unblinding is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_unblinding_no_delete` BEFORE DELETE ON `study_unblinding` BEGIN SELECT RAISE(ABORT, 'study_unblinding is append-only'); END;
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
CREATE TRIGGER `adoption_confirmation_no_delete` BEFORE DELETE ON `adoption_confirmation` BEGIN SELECT RAISE(ABORT, 'adoption_confirmation is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `prompt_version_no_update` BEFORE UPDATE ON `prompt_version` BEGIN SELECT RAISE(ABORT, 'prompt_version is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `prompt_version_no_delete` BEFORE DELETE ON `prompt_version` BEGIN SELECT RAISE(ABORT, 'prompt_version is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_no_update` BEFORE UPDATE OF `id`, `project_id`, `number`, `study_id`, `metric`, `judge_id`, `run_id`, `prompt_hash`, `seed`, `held_out`, `split_hash`, `openings`, `step`, `confidence`, `created_by`, `created_by_name`, `created_at` ON `improvement` BEGIN SELECT RAISE(ABORT, 'improvement is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_ends_once` BEFORE UPDATE OF `ended_at` ON `improvement` WHEN OLD.`ended_at` IS NOT NULL BEGIN SELECT RAISE(ABORT, 'an improvement ends once'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_no_delete` BEFORE DELETE ON `improvement` BEGIN SELECT RAISE(ABORT, 'improvement is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_opening_no_update` BEFORE UPDATE ON `improvement_opening` BEGIN SELECT RAISE(ABORT, 'improvement_opening is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `improvement_opening_no_delete` BEFORE DELETE ON `improvement_opening` BEGIN SELECT RAISE(ABORT, 'improvement_opening is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `anchor_set_stays` BEFORE UPDATE OF `project_id`, `number`, `study_id`, `adoption_id`, `run_id`, `metric`, `seed`, `items`, `hash`, `loss`, `flips`, `candidates` ON `anchor_set` BEGIN SELECT RAISE(ABORT, 'an anchor set never changes'); END;
--> statement-breakpoint
CREATE TRIGGER `anchor_look_no_update` BEFORE UPDATE ON `anchor_look` BEGIN SELECT RAISE(ABORT, 'anchor_look is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `anchor_look_no_delete` BEFORE DELETE ON `anchor_look` BEGIN SELECT RAISE(ABORT, 'anchor_look is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `succession_no_update` BEFORE UPDATE ON `succession` BEGIN SELECT RAISE(ABORT, 'succession is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `succession_no_delete` BEFORE DELETE ON `succession` BEGIN SELECT RAISE(ABORT, 'succession is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `study_adjudication_no_update` BEFORE UPDATE ON `study_adjudication` BEGIN SELECT RAISE(ABORT, 'study_adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `study_adjudication_no_delete` BEFORE DELETE ON `study_adjudication` BEGIN SELECT RAISE(ABORT, 'study_adjudication is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_unit_no_update` BEFORE UPDATE ON `spot_check_unit` BEGIN SELECT RAISE(ABORT, 'spot_check_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_unit_no_delete` BEFORE DELETE ON `spot_check_unit` BEGIN SELECT RAISE(ABORT, 'spot_check_unit is immutable'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_answer_no_update` BEFORE UPDATE ON `spot_check_answer` BEGIN SELECT RAISE(ABORT, 'spot_check_answer is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_answer_no_delete` BEFORE DELETE ON `spot_check_answer` BEGIN SELECT RAISE(ABORT, 'spot_check_answer is append-only'); END;
--> statement-breakpoint
CREATE TRIGGER `spot_check_stays` BEFORE UPDATE OF `project_id`, `number`, `run_id`, `metric`, `unit_kind`, `judge_id`, `seed`, `available` ON `spot_check` BEGIN SELECT RAISE(ABORT, 'a spot check never changes what it draws from'); END;
